import type { ObjectId } from 'mongodb';
import { decodeCursor, type Fingerprint } from './database/cursor';
import type { StoredPosition } from './database/keyset';
import { parseRecordId } from './database/recordId';
import { boundedCount, countLimit, once, pageOf, type Listing } from './listing';

interface DatedRows<T> {
  readonly read: (after: StoredPosition | null, limit: number) => Promise<T[]>;
  readonly dateOf: (row: T) => Date;
  readonly countUpTo: (limit: number) => Promise<number>;
}

/** What stands in an index by its date; the question tells its cursors from those of other lists. */
export function listNewestFirst<T extends { readonly _id: ObjectId }>(
  { read, dateOf, countUpTo }: DatedRows<T>,
  { first, after }: { first: number; after?: string | null | undefined },
  question: Fingerprint,
): Listing<T> {
  const position = after ? decodeCursor(after, question) : null;
  const stored = position && { key: new Date(position.key), id: parseRecordId(position.id) };
  return {
    page: once(async () => {
      const rows = (await read(stored, first + 1)).map((node) => ({
        node,
        position: { key: dateOf(node).getTime(), id: node._id.toHexString() },
      }));
      return pageOf(rows, { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => boundedCount(await countUpTo(countLimit + 1))),
  };
}
