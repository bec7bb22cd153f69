import { formatCount } from './formatCount';

interface Rows {
  start: number;
  end: number;
  total: number;
  totalIsExact: boolean;
}

/** '25–48 of 60', or '25–48 of 1,000+' for an inexact count (decision 20). */
export function formatRowRange({ start, end, total, totalIsExact }: Rows): string {
  if (end === 0) return '';
  return `${formatCount(start + 1)}–${formatCount(end)} of ${formatCount(Math.max(total, end))}${totalIsExact ? '' : '+'}`;
}
