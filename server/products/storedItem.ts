import { toDollars } from './money';
import type { ProductDocument } from './products.repository';

/** A document possibly written by another program: any field may be missing or of another type. */
export type Stored = { readonly [Field in keyof ProductDocument]?: unknown };

const isText = (value: unknown) => typeof value === 'string';
export const asText = (value: unknown) => (isText(value) ? value : '');
const asTexts = (value: unknown) =>
  Array.isArray(value) && value.every(isText) ? value : [value].flat().filter(isText);
export const asNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

export function asDate(value: unknown): Date | null {
  const date = value instanceof Date ? value : new Date(asText(value));
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Fields that products and store entries share. One malformed record must not fail its whole list: missing values are
 * shown as empty.
 */
export const storedItemFields = {
  name: ({ name }: Stored) => asText(name),
  slug: ({ slug }: Stored) => asText(slug),
  photos: ({ photos }: Stored) => asTexts(photos),
  price: ({ priceCents }: Stored) => toDollars(asNumber(priceCents) ?? 0),
  discount: ({ discount }: Stored) => asNumber(discount) ?? 0,
  inStock: ({ inStock }: Stored) => inStock === true,
  categories: ({ categories }: Stored) => asTexts(categories),
  createdAt: ({ createdAt }: Stored) => asDate(createdAt),
};

/** Products without name, slug or price are hidden from shoppers. */
export function isReadable({ name, slug, priceCents }: Stored): boolean {
  return isText(name) && isText(slug) && asNumber(priceCents) !== null;
}
