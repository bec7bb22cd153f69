import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter is taken for a digit. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `K-7F3Q-9M2X`: says nothing of how much the shop sells, and cannot be guessed. */
export function newOrderNumber(): string {
  const text = [...randomBytes(8)].map((byte) => digits[byte % digits.length]).join('');
  return `K-${text.slice(0, 4)}-${text.slice(4)}`;
}
