import type { PaymentNoticeStatus } from '../../__generated__/lazyOperations';
import { dayMs, startOfUtcDay, utcDayOf } from '../../lib/utcDay';

/** In the URL, so that Back, a reload and a link show the same day. */
export interface PaymentsParams {
  /** 'YYYY-MM-DD', in UTC as all days of the shop. */
  day: string;
  status: PaymentNoticeStatus | '';
}

export const statusChoices = [
  ['', 'All'],
  ['WAITING', 'Waiting'],
  ['DONE', 'Used'],
  ['UNKNOWN', 'Unknown'],
] as const satisfies readonly (readonly [PaymentNoticeStatus | '', string])[];

export const today = (): string => utcDayOf(Date.now());

export const readParams = (params: URLSearchParams): PaymentsParams => ({
  day: params.get('day') ?? today(),
  status: statusChoices.find(([status]) => status === params.get('status'))?.[0] ?? '',
});

/** Defaults to the current day. */
export const writeParams = ({ day, status }: PaymentsParams): URLSearchParams =>
  new URLSearchParams({ ...(day !== today() && { day }), ...(status !== '' && { status }) });

/** Why the day cannot be reconciled; undefined: it can. */
export function problemOf(day: string): string | undefined {
  if (startOfUtcDay(day) === undefined) return 'Choose a day.';
  return day > today() ? 'Choose a day that is not to come.' : undefined;
}

/** The day before or after; for an invalid day, today. */
export function adjacentDay(day: string, by: 1 | -1): string {
  const start = startOfUtcDay(day);
  return start === undefined ? today() : utcDayOf(start + by * dayMs);
}
