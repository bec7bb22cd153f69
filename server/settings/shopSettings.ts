import type { ObjectId } from 'mongodb';
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
export interface ShippingZone {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1; null: every country. */
  readonly countries: readonly string[] | null;
  readonly methods: readonly ShippingMethod[];
}

/** What is taken where. An address gets the zone of its region, else the one of its country. */
export interface TaxZone {
  readonly id: string;
  readonly name: string;
  readonly countryCode: string;
  /** null: the whole country. */
  readonly region: string | null;
  /** In basis points: 725 is 7.25 %. */
  readonly rates: Readonly<Record<TaxClass, number>>;
  readonly isShippingTaxed: boolean;
}

interface Versioned {
  readonly version: number;
  /** Of the request that made this version, so that it finds its own work; null: nobody has changed it. */
  readonly editId: ObjectId | null;
}

export interface ShippingSettings extends Versioned {
  readonly _id: 'shipping';
  /** In the order in which they are tried. */
  readonly zones: readonly ShippingZone[];
  /** ISO 3166-1: what is not sent anywhere in, whatever zone has it. */
  readonly excludedCountries: readonly string[];
}

export interface TaxSettings extends Versioned {
  readonly _id: 'taxes';
  /** Whether the prices of products include tax. */
  readonly pricesIncludeTax: boolean;
  readonly zones: readonly TaxZone[];
}

/** Who sells, as invoices say it; what is not known is an empty text. */
export interface Seller {
  readonly name: string;
  readonly streetLine1: string;
  readonly streetLine2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1, two capital letters. */
  readonly countryCode: string;
  /** Under which the seller pays tax, as the country writes it. */
  readonly taxNumber: string;
}

export const sellerOf = (stored: Seller): Seller => {
  const { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber } = stored;
  return { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber };
};

export interface SellerSettings extends Versioned, Seller {
  readonly _id: 'seller';
}

/** One document a subject: what belongs together changes in one write. */
export interface ShopSettings {
  readonly shipping: ShippingSettings;
  readonly taxes: TaxSettings;
  readonly seller: SellerSettings;
}
