import { z } from 'zod';

const dayMs = 24 * 60 * 60_000;
/** Two years, and ten. */
const longest = { DAY: 732, MONTH: 3_660 } as const;

const written = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in UTC; null if invalid. */
function startOf(day: string): Date | null {
  const start = new Date(`${day}T00:00:00.000Z`);
  return written.test(day) && !Number.isNaN(start.getTime()) && dayOf(start) === day ? start : null;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const dayInput = (field: string) => {
  const error = `${field} must be a day such as 2026-11-27`;
  return z.string({ error }).transform((day, { addIssue }) => {
    const start = startOf(day);
    if (start) return start;
    addIssue(error);
    return z.NEVER;
  });
};

export const reportInput = z
  .strictObject({ from: dayInput('from'), to: dayInput('to'), by: z.enum(['DAY', 'MONTH']) })
  .check(({ value: { from, to, by }, issues }) => {
    const days = (to.getTime() - from.getTime()) / dayMs + 1;
    const problem = (message: string) => issues.push({ code: 'custom', path: ['to'], message, input: to });
    if (days < 1) problem('to must not be before from');
    if (days > longest[by]) problem(`A report has at most ${longest[by]} days`);
  })
  // Half-open.
  .transform(({ from, to, by }) => ({ from, to: new Date(to.getTime() + dayMs), by }));
