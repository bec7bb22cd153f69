import { z } from 'zod';
import { BadInputError } from '../errors';
import { parseInput } from '../graphql/input';
import { dayInput, dayOf } from '../reports/reports.input';

const dayMs = 24 * 60 * 60_000;

/** A day in UTC; the end is exclusive. */
export interface Day {
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
}

export const dayFrom = (from: Date): Day => ({ name: dayOf(from), from, until: new Date(from.getTime() + dayMs) });

export const dayAt = (moment: Date): Day => dayFrom(new Date(`${dayOf(moment)}T00:00:00.000Z`));

export const dayBefore = ({ from }: Day): Day => dayFrom(new Date(from.getTime() - dayMs));

const input = z.strictObject({ day: dayInput('day') });

/** Parses a caller's day; rejects days in the future. */
export function parseDay(given: unknown, now: Date): Day {
  const { day } = parseInput(input, given);
  if (day > now) throw new BadInputError('day must not be to come', 'day');
  return dayFrom(day);
}

const lengthOfName = '2026-11-27'.length;

/** null: the id names none. */
export function dayOfDifference(id: string): Day | null {
  const day = input.safeParse({ day: id.slice(0, lengthOfName) }).data?.day;
  return day ? dayFrom(day) : null;
}
