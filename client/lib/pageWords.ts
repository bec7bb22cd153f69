import { figures } from './figures';

interface Rows {
  start: number;
  end: number;
  total: number;
  totalIsExact: boolean;
}

/** '25–48 of 60', or '25–48 of 1,000+' for an inexact count (decision 20). */
export function pageWords({ start, end, total, totalIsExact }: Rows): string {
  if (end === 0) return '';
  return `${figures(start + 1)}–${figures(end)} of ${figures(Math.max(total, end))}${totalIsExact ? '' : '+'}`;
}
