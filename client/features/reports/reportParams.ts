import type { ReportPeriod } from '../../__generated__/lazyOperations';
import { dayMs, startOfUtcDay, utcDayOf } from '../../lib/utcDay';

/** In the URL, so that Back, a reload and a link show the same days. */
export interface ReportParams {
  /** 'YYYY-MM-DD', in UTC as all days of the shop; any text while it is typed. */
  from: string;
  to: string;
  by: ReportPeriod;
}

/** The API's maximum for a report. */
const maxDays: Readonly<Record<ReportPeriod, number>> = { DAY: 732, MONTH: 3_660 };

/** The days of a named range, relative to today. */
export const ranges = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['month', 'This month'],
  ['lastMonth', 'Last month'],
  ['12', 'Last 12 months'],
  ['year', 'This year'],
] as const;

export type Range = (typeof ranges)[number][0];

export function paramsOf(range: Range, now = Date.now()): ReportParams {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const until = (from: number, by: ReportPeriod = 'DAY') => ({ from: utcDayOf(from), to: utcDayOf(now), by });
  switch (range) {
    case '7':
      return until(now - 6 * dayMs);
    case '30':
      return until(now - 29 * dayMs);
    case 'month':
      return until(Date.UTC(year, month));
    case 'lastMonth':
      return { from: utcDayOf(Date.UTC(year, month - 1)), to: utcDayOf(Date.UTC(year, month, 0)), by: 'DAY' };
    case '12':
      return until(Date.UTC(year, month - 11), 'MONTH');
    case 'year':
      return until(Date.UTC(year, 0), 'MONTH');
  }
}

/** The matching range; '': custom days. */
export const rangeOf = ({ from, to, by }: ReportParams): Range | '' =>
  ranges.find(([range]) => {
    const wanted = paramsOf(range);
    return wanted.from === from && wanted.to === to && wanted.by === by;
  })?.[0] ?? '';

export function readParams(search: URLSearchParams): ReportParams {
  const [from, to] = [search.get('from'), search.get('to')];
  const by = search.get('by') === 'MONTH' ? 'MONTH' : 'DAY';
  const usual = paramsOf('30');
  return from === null && to === null
    ? { ...usual, by: search.has('by') ? by : usual.by }
    : { from: from ?? '', to: to ?? '', by };
}

export const writeParams = ({ from, to, by }: ReportParams): URLSearchParams => new URLSearchParams({ from, to, by });

/** Why these days have no report; undefined: they have one. */
export function problemOf({ from, to, by }: ReportParams): string | undefined {
  const [first, last] = [startOfUtcDay(from), startOfUtcDay(to)];
  if (first === undefined || last === undefined) return 'Choose the first and the last day.';
  if (last < first) return 'The last day is before the first one.';
  const days = (last - first) / dayMs + 1;
  if (days <= maxDays[by]) return undefined;
  return by === 'DAY' && days <= maxDays.MONTH
    ? `By day a report has at most ${maxDays.DAY} days. Choose 'By month', or fewer days.`
    : `A report has at most ${maxDays[by].toLocaleString('en-US')} days.`;
}

/** Its days or months, ascending, in the report's format. */
export function periodsOf({ from, to, by }: ReportParams): string[] {
  const [first = 0, last = -1] = [startOfUtcDay(from), startOfUtcDay(to)];
  const periods = new Set<string>();
  for (let at = first; at <= last; at += dayMs) periods.add(utcDayOf(at).slice(0, by === 'DAY' ? 10 : 7));
  return [...periods];
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const day = format({ month: 'short', day: 'numeric' });
const dayOfYear = format({ month: 'short', day: 'numeric', year: 'numeric' });
const month = format({ month: 'short', year: 'numeric' });

/** 'Nov 24', with the year if the report spans several; 'Nov 2026'. */
export function formatPeriod(period: string, { from, to }: Pick<ReportParams, 'from' | 'to'>): string {
  if (period.length === 7) return month.format(new Date(`${period}-01T00:00:00.000Z`));
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return (isOneYear ? day : dayOfYear).format(new Date(`${period}T00:00:00.000Z`));
}
