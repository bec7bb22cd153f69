import type { Db } from 'mongodb';
import { unlessTaken } from './databaseErrors';
import { expiryIndex, type CollectionDeclaration } from './indexes';

interface RateCountDocument {
  /** The kind of call and the client. */
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

/** What each client has used of its window, over all processes; by the database's clock, which is one for all. */
export function createRateCountsRepository(db: Db) {
  const rateCounts = db.collection<RateCountDocument>(rateCountsDeclaration.collection);
  // As numbers: a server was seen to compare dates wrongly with its own clock.
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
  /** An upsert would do it in one call, but of several at once some servers answer nothing to all but one. */
  const begin = (key: string) =>
    unlessTaken(rateCounts.insertOne({ _id: key, used: 0, endsAt: new Date(0), leftMs: 0 }));
  return {
    /** Adds to the open window, or begins one; answers its sum and the milliseconds until it ends. */
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
