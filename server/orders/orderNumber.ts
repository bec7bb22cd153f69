import { randomBytes } from 'node:crypto';
import type { Context } from '../context';
import type { OrderDocument } from './orderDocument';

/** Crockford's base 32: without letters that look like digits. */
export const orderDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K-7F3Q-9M2X`: random, so that it neither reveals sales figures nor can be guessed. */
export function newOrderNumber(): string {
  const text = [...randomBytes(8)].map((byte) => orderDigits[byte % orderDigits.length]).join('');
  return `K-${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * Normalizes a typed order number: `k7f3q9m2x`, or O for 0 and I or L for 1. A text of another length is returned
 * unchanged.
 */
export function orderNumberIn(text: string): string {
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const [, first, last] = /^K([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(typed) ?? [];
  return first === undefined || last === undefined ? text : `K-${first}-${last}`;
}

/** The order with a typed number; null: there is none. */
export const findTyped = async (
  { orders }: Pick<Context['repositories'], 'orders'>,
  number: string,
): Promise<OrderDocument | null> => (await orders.find(number)) ?? (await orders.find(orderNumberIn(number)));
