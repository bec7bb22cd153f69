import { pluralize } from '../../lib/pluralize';
import type { Settings } from '../../session/settings';

/** When the card is charged, as the confirmation says it. undefined: not known. */
export function describeCharge(after: Settings['captureAfterMinutes']): readonly [lead: string, rest: string] {
  if (after === 0) return ['', 'Your card is charged as soon as you have ordered'];
  const reserved = 'Only reserved at first';
  if (after === undefined) return [reserved, '; your card is charged later'];
  if (after === 'on-shipping') return [reserved, '; your card is charged when the parcel leaves'];
  return [reserved, `; your card is charged ${waitWords(after)} after you order`];
}

const waitWords = (minutes: number): string =>
  minutes >= 120 ? `about ${Math.round(minutes / 60)} hours` : pluralize(minutes, 'minute');
