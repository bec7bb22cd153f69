import type { ObjectId } from 'mongodb';
import type { TaxClass } from '../pricing/priceCheckout';

export interface ShippingMethod {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  /** Free shipping above this subtotal; null: never. */
  readonly freeAboveCents: number | null;
  /** Delivery time in working days. */
  readonly minDays: number;
  readonly maxDays: number;
  readonly isOffered: boolean;
}

/** Destinations and their shipping methods. An address uses the first zone that contains it. */
export interface ShippingZone {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1; null: every country. */
  readonly countries: readonly string[] | null;
  readonly methods: readonly ShippingMethod[];
}

/** Tax rates of a place. An address uses the zone of its region, else of its country. */
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
  /** The request that made this version, so that a retry recognizes it; null: never changed. */
  readonly editId: ObjectId | null;
}

export interface ShippingSettings extends Versioned {
  readonly _id: 'shipping';
  /** In order of precedence. */
  readonly zones: readonly ShippingZone[];
  /** ISO 3166-1: countries without delivery, regardless of zones. */
  readonly excludedCountries: readonly string[];
}

export interface TaxSettings extends Versioned {
  readonly _id: 'taxes';
  /** Whether the prices of products and of shipping include tax. */
  readonly pricesIncludeTax: boolean;
  readonly zones: readonly TaxZone[];
}

/** The seller as printed on invoices; unknown fields are empty. */
export interface Seller {
  readonly name: string;
  readonly streetLine1: string;
  readonly streetLine2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1, two capital letters. */
  readonly countryCode: string;
  /** The tax id, in the country's format. */
  readonly taxNumber: string;
}

export const sellerOf = (stored: Seller): Seller => {
  const { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber } = stored;
  return { name, streetLine1, streetLine2, city, region, postalCode, countryCode, taxNumber };
};

export interface SellerSettings extends Versioned, Seller {
  readonly _id: 'seller';
}

/** One document per subject, so that related settings change atomically. */
export interface ShopSettings {
  readonly shipping: ShippingSettings;
  readonly taxes: TaxSettings;
  readonly seller: SellerSettings;
}
