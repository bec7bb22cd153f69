import type { Db } from 'mongodb';
import { unlessDuplicate } from './databaseErrors';
import { expiryIndex, type CollectionDeclaration } from './indexes';

interface RateCountDocument {
  /** The rate class and the client. */
  _id: string;
  used: number;
  endsAt: Date;
  leftMs: number;
}

export const rateCountsDeclaration: CollectionDeclaration = {
  collection: 'rateCounts',
  indexes: [expiryIndex('endsAt', 'a client that comes no more is forgotten')],
};

export type RateCountsRepository = ReturnType<typeof createRateCountsRepository>;

/** Usage per client and window across all processes, by the database's clock. */
export function createRateCountsRepository(db: Db) {
  const rateCounts = db.collection<RateCountDocument>(rateCountsDeclaration.collection);
  // Numbers, since one server was seen to compare dates with its own clock wrongly.
  const now = { $toLong: '$$NOW' };
  const end = { $toLong: '$endsAt' };
  const isOpen = { $gt: [end, now] };
  const count = (key: string, used: number, windowMs: number) =>
    rateCounts.findOneAndUpdate(
      { _id: key },
      [
        {
          $set: {
            used: { $cond: [isOpen, { $add: ['$used', used] }, used] },
            endsAt: { $cond: [isOpen, '$endsAt', { $add: ['$$NOW', windowMs] }] },
          },
        },
        { $set: { leftMs: { $subtract: [end, now] } } },
      ],
      { returnDocument: 'after' },
    );
  /** A single upsert would do, but under concurrency some servers return nothing to all but one caller. */
  const begin = (key: string) =>
    unlessDuplicate(rateCounts.insertOne({ _id: key, used: 0, endsAt: new Date(0), leftMs: 0 }));
  return {
    /** Adds to the open window, or opens one; returns its sum and the milliseconds until it ends. */
    async add(key: string, used: number, windowMs: number): Promise<{ used: number; leftMs: number }> {
      let counted = await count(key, used, windowMs);
      if (!counted) {
        await begin(key);
        counted = await count(key, used, windowMs);
      }
      return { used: counted?.used ?? used, leftMs: Math.min(windowMs, Number(counted?.leftMs ?? windowMs)) };
    },
  };
}
