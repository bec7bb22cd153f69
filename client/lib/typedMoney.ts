import { pointDecimal } from './pointDecimal';

/** In whole cents, from '4.99', '$4.99', '4,99', '1,250.00' or '5'; undefined for anything else, also '1,299'. */
export function centsOf(text: string): number | undefined {
  const plain = pointDecimal(text.trim().replace(/^\$/, ''));
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

export const dollarsText = (cents: number): string => (cents / 100).toFixed(2);
