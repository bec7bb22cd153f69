import type { TaxClass } from '../pricing/priceCheckout';

export interface ShippingMethod {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  /** Goods of more than this are shipped free; null: never. */
  readonly freeAboveCents: number | null;
  /** Until it arrives, in working days. */
  readonly minDays: number;
  readonly maxDays: number;
  readonly isOffered: boolean;
}

/** Where something is sent to, and how. An address gets the methods of the first zone that has it. */
export interface ShippingZoneDocument {
  readonly _id: string;
  readonly name: string;
  readonly position: number;
  /** ISO 3166-1; null: every country. */
  readonly countries: readonly string[] | null;
  readonly methods: readonly ShippingMethod[];
}

/** What is taken where. An address gets the zone of its region, else the one of its country. */
export interface TaxZoneDocument {
  readonly _id: string;
  readonly name: string;
  readonly countryCode: string;
  /** null: the whole country. */
  readonly region: string | null;
  /** In basis points: 725 is 7.25 %. */
  readonly rates: Readonly<Record<TaxClass, number>>;
  readonly isShippingTaxed: boolean;
}

export interface ShopSettingsDocument {
  readonly _id: 'shop';
  /** Whether the prices of products include tax. */
  readonly pricesIncludeTax: boolean;
  /** ISO 3166-1: what is not sent anywhere in. */
  readonly excludedCountries: readonly string[];
  readonly version: number;
}

export interface ShopSettings {
  readonly shop: ShopSettingsDocument;
  /** In the order in which they are tried. */
  readonly shippingZones: readonly ShippingZoneDocument[];
  readonly taxZones: readonly TaxZoneDocument[];
}
