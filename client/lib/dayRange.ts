/** A half-open interval. */
export interface DayRange {
  from: Date;
  to: Date;
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The constructor maps years below 100 to the 20th century. */
function startOfDay(year: number, month: number, day: number): Date {
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, day);
  return start;
}

function isInCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The API takes years of four digits. */
const isSendable = (date: Date): boolean => /^\d{4}-/.test(date.toISOString());

/**
 * A date input's 'YYYY-MM-DD' as a day in the local time zone (decision 32): 23 or 25 hours at a change of the clock, and
 * from 1:00 where it skips midnight. Undefined for a date that is not in the calendar, or that the API
 * does not take.
 */
export function dayRange(date: string): DayRange | undefined {
  const [, year, month, day] = (isoDate.exec(date) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isInCalendar(year, month, day)) return undefined;
  const range = { from: startOfDay(year, month, day), to: startOfDay(year, month, day + 1) };
  return isSendable(range.from) && isSendable(range.to) ? range : undefined;
}
