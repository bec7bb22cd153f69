import { toDollars } from './money';
import type { ProductDocument } from './products.repository';

/** A document that some other program has written: each field may be missing or of another type. */
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
 * What products and store entries share. One broken record must not fail its whole list: what it lacks is
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

/** Whether shoppers may see the product: not one without name, address or price. */
export function isReadable({ name, slug, priceCents }: Stored): boolean {
  return isText(name) && isText(slug) && asNumber(priceCents) !== null;
}
