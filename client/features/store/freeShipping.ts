import { constants } from '../../lib/constants';
import { toCents } from '../../lib/money';

const threshold = toCents(constants.freeShippingThreshold);

/** 'Orders over $50' excludes exactly $50: what is missing reaches the first cent above. */
export function freeShipping(total: number): { reached: boolean; missing: number; percent: number } {
  const cents = toCents(total);
  return {
    reached: cents > threshold,
    missing: Math.max(0, threshold + 1 - cents) / 100,
    percent: Math.min(100, Math.floor((cents * 100) / (threshold + 1))),
  };
}
