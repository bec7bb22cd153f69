import type { Document } from 'mongodb';
import { BadInputError } from '../errors';
import type { SortOrder } from './position';
import { datesBetween } from './ranges';

/** In the order of the changes, so that a reader's place stays right whatever is written meanwhile. */
export const byChange: SortOrder = { field: 'updatedAt', direction: 1, isRarelyTied: true };

/**
 * A change is dated a little before it can be read, and the clocks of a database's members differ a little: what is younger is listed
 * later, when nothing can come before it any more.
 */
export const settlingMs = 5_000;

/**
 * Changed since then, and by the database's time too long ago for others to come before. A time to come is a mistake that an empty list would
 * hide.
 */
export function changedBetween(since: Date, now: Date): Document {
  if (since.getTime() > now.getTime() + settlingMs)
    throw new BadInputError('changedSince must not be in the future', 'changedSince');
  return datesBetween('updatedAt', since, new Date(now.getTime() - settlingMs));
}
