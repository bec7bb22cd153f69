import { pointDecimal } from '../../lib/pointDecimal';

/** A whole number from 0 to 365. */
export function daysOf(text: string): number | undefined {
  const plain = text.trim();
  return /^\d{1,3}$/.test(plain) && Number(plain) <= 365 ? Number(plain) : undefined;
}

/** In basis points, from '7.25', '7,25' or '7.25%', 0 to 100 percent; undefined for anything else. */
export function basisPointsOf(text: string): number | undefined {
  const given = text.trim();
  const plain = pointDecimal(given.endsWith('%') ? given.slice(0, -1) : given);
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined;
  const points = Math.round(Number(plain) * 100);
  return points <= 10_000 ? points : undefined;
}

export const percentText = (basisPoints: number): string => String(basisPoints / 100);

/** '0%', '7.25%', '4.00%'. */
export const formatPercent = (basisPoints: number): string =>
  basisPoints === 0 ? '0%' : `${(basisPoints / 100).toFixed(2)}%`;

/** '4–6'. */
export const formatDays = (earliest: number, latest: number): string =>
  earliest === latest ? String(earliest) : `${earliest}–${latest}`;
