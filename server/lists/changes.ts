import type { Document } from 'mongodb';
import { BadInputError } from '../errors';
import type { SortOrder } from './position';
import { datesBetween } from './ranges';

/** Ordered by date of change, so that cursors stay valid under concurrent writes. */
export const byChange: SortOrder = { field: 'updatedAt', direction: 1, isRarelyTied: true };

/**
 * Changes are dated slightly before they become readable, and clocks of replicas differ: recent ones are withheld until
 * no earlier one can appear.
 */
export const settlingMs = 5_000;

/**
 * Changed since `since`, and long enough ago by the database's clock. A date in the future is rejected, since an empty
 * list would hide the mistake.
 */
export function changedBetween(since: Date, now: Date): Document {
  if (since.getTime() > now.getTime() + settlingMs)
    throw new BadInputError('changedSince must not be in the future', 'changedSince');
  return datesBetween('updatedAt', since, new Date(now.getTime() - settlingMs));
}
