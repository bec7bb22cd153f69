/** From the first instant of a calendar day until the first of the next one. */
export interface DayRange {
  from: Date;
  to: Date;
}

const written = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The constructor takes years below 100 for those of the 20th century. */
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

/**
 * A date input's 'YYYY-MM-DD' as the day of the clock on this wall (decision 32): 23 or 25 hours where the clock changes, and
 * from 1:00 where it skips midnight. Undefined when there is no such day.
 */
export function dayRange(date: string): DayRange | undefined {
  const [, year, month, day] = (written.exec(date) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isInCalendar(year, month, day)) return undefined;
  return { from: startOfDay(year, month, day), to: startOfDay(year, month, day + 1) };
}
