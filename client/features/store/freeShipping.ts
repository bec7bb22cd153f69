import { toCents } from '../../lib/money';

/** 'Orders over $50' excludes exactly $50: what is missing reaches the first cent above. The limit is in cents. */
export function freeShipping(total: number, above: number): { reached: boolean; missing: number; percent: number } {
  const cents = toCents(total);
  return {
    reached: cents > above,
    missing: Math.max(0, above + 1 - cents) / 100,
    percent: Math.min(100, Math.floor((cents * 100) / (above + 1))),
  };
}
