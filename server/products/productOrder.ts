import { parseRecordId } from '../database/recordId';
import type { Position } from '../database/cursor';
import type { StoredPosition } from '../database/keyset';
import type { ProductDocument } from './products.repository';

export type ProductSort = 'NEWEST' | 'NAME' | 'PRICE_ASC' | 'PRICE_DESC' | 'RATING';

export interface ProductOrder {
  readonly field: 'createdAt' | 'nameLower' | 'priceCents' | 'ratingKey';
  readonly direction: 1 | -1;
}

/** Ties are broken by _id in the same direction, so every order is total and one index serves both directions. */
export const productOrders: Record<ProductSort, ProductOrder> = {
  NEWEST: { field: 'createdAt', direction: -1 },
  NAME: { field: 'nameLower', direction: 1 },
  PRICE_ASC: { field: 'priceCents', direction: 1 },
  PRICE_DESC: { field: 'priceCents', direction: -1 },
  RATING: { field: 'ratingKey', direction: -1 },
};

type Ordered = Pick<ProductDocument, '_id'> & Partial<Pick<ProductDocument, ProductOrder['field']>>;

export function positionOf(product: Ordered, { field }: ProductOrder): Position {
  const value = product[field];
  const key = value instanceof Date ? value.getTime() : (value ?? '');
  return { key, id: product._id.toHexString() };
}

export function storedPosition(position: Position, { field }: ProductOrder): StoredPosition {
  return { key: field === 'createdAt' ? new Date(position.key) : position.key, id: parseRecordId(position.id) };
}

export type Direction = Pick<ProductOrder, 'direction'>;

/** The order of the indexes: numbers by value, texts by code point (as UTF-8 bytes compare), then ids. */
export function comparePositions(a: Position, b: Position, { direction }: Direction): number {
  return direction * (compareKeys(a.key, b.key) || compareKeys(a.id, b.id));
}

function compareKeys(a: Position['key'], b: Position['key']): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareTexts(String(a), String(b));
}

/** From here on the order of JavaScript's characters is not that of code points. */
const surrogates = /[\ud800-\uffff]/;

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (surrogates.test(a) || surrogates.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
