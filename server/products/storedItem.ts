import { toDollars } from './money';
import { versionOf, type ProductDocument } from './products.repository';

/** A document that some other program has written: each field may be missing or of another type. */
type Stored = { readonly [Field in keyof ProductDocument]?: unknown };

const isText = (value: unknown) => typeof value === 'string';
const text = (value: unknown) => (isText(value) ? value : '');
const texts = (value: unknown) => (Array.isArray(value) && value.every(isText) ? value : [value].flat().filter(isText));
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function moment(value: unknown): Date | null {
  const date = value instanceof Date ? value : new Date(text(value));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** One broken record must not take the list with it that it stands in: what it lacks is shown as empty. */
export const storedItemFields = {
  name: ({ name }: Stored) => text(name),
  slug: ({ slug }: Stored) => text(slug),
  photos: ({ photos }: Stored) => texts(photos),
  price: ({ priceCents }: Stored) => toDollars(number(priceCents) ?? 0),
  discount: ({ discount }: Stored) => number(discount) ?? 0,
  inStock: ({ inStock }: Stored) => inStock === true,
  categories: ({ categories }: Stored) => texts(categories),
  createdAt: ({ createdAt }: Stored) => moment(createdAt),
};

export const storedProductFields = {
  ...storedItemFields,
  description: ({ description }: Stored) => text(description),
  originalPrice: ({ originalPriceCents }: Stored) => {
    const cents = number(originalPriceCents);
    return cents === null ? null : toDollars(cents);
  },
  rating: ({ rating }: Stored) => number(rating),
  reviewCount: ({ reviewCount }: Stored) => (Number.isInteger(reviewCount) ? number(reviewCount) : null),
  version: versionOf,
};

/** Whether shoppers may see the product: not one that nobody could find, tell apart or pay. */
export function isReadable({ name, slug, priceCents }: Stored): boolean {
  return typeof name === 'string' && typeof slug === 'string' && number(priceCents) !== null;
}
