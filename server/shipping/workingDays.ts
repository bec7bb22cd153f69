const dayMs = 24 * 60 * 60 * 1_000;

/** The start of the day in UTC that is this many working days later, without Saturdays and Sundays. */
export function addWorkingDays(from: Date, days: number): Date {
  let date = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()));
  for (let left = days; left > 0;) {
    date = new Date(date.getTime() + dayMs);
    if (date.getUTCDay() % 6 !== 0) left -= 1;
  }
  return date;
}
