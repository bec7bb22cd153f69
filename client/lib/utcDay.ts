const written = /^\d{4}-\d{2}-\d{2}$/;

export const dayMs = 24 * 60 * 60_000;

/** 'YYYY-MM-DD', in UTC as all days of the shop. */
export const utcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The start of a day; undefined for an invalid day. */
export function startOfUtcDay(day: string): number | undefined {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  return written.test(day) && !Number.isNaN(at) && utcDayOf(at) === day ? at : undefined;
}
