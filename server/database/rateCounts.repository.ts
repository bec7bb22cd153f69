import type { Db } from 'mongodb';
import type { CollectionDeclaration } from './indexes';

interface RateCountDocument {
  /** The kind of call and the client. */
  _id: string;
  used: number;
  endsAt: Date;
  leftMs: number;
}

const windowMs = 60_000;

export const rateCountsDeclaration: CollectionDeclaration = {
  collection: 'rateCounts',
  indexes: [
    {
      name: 'expiry',
      keys: { endsAt: 1 },
      options: { expireAfterSeconds: 0 },
      reason: 'a client that comes no more is forgotten',
    },
  ],
};

export type RateCountsRepository = ReturnType<typeof createRateCountsRepository>;

/** What each client has used of its minute, over all processes; by the database's clock, which is one for all. */
export function createRateCountsRepository(db: Db) {
  const rateCounts = db.collection<RateCountDocument>(rateCountsDeclaration.collection);
  const isOpen = { $gt: ['$endsAt', '$$NOW'] };
  return {
    /** Adds to the open minute, or begins one; answers its sum and the milliseconds until it ends. */
    async add(key: string, used: number): Promise<{ used: number; leftMs: number }> {
      const document = await rateCounts.findOneAndUpdate(
        { _id: key },
        [
          {
            $set: {
              used: { $cond: [isOpen, { $add: ['$used', used] }, used] },
              endsAt: { $cond: [isOpen, '$endsAt', { $add: ['$$NOW', windowMs] }] },
            },
          },
          { $set: { leftMs: { $subtract: ['$endsAt', '$$NOW'] } } },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return { used: document?.used ?? used, leftMs: Number(document?.leftMs ?? windowMs) };
    },
  };
}
