import type { Db } from 'mongodb';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';

/** Each numbers its papers by itself: 1, 2, 3, and so on. */
export type Series = 'invoices' | 'creditNotes';

/** What a number was given to. */
export interface NumberHolder {
  readonly order: string;
  /** The order's refund whose credit note it is; null: the order's invoice. */
  readonly refund: string | null;
}

/** The number that was given last. Whether its holder carries it yet, the holder alone tells. */
export interface LastNumber {
  readonly last: number;
  /** null: none was given yet. */
  readonly holder: NumberHolder | null;
  /** When it was given: never before the one before it. */
  readonly at: Date;
}

interface CounterDocument extends LastNumber {
  readonly _id: Series;
}

export const countersDeclaration: CollectionDeclaration = { collection: 'counters', indexes: [] };

export type PaperNumbersRepository = ReturnType<typeof createPaperNumbersRepository>;

export function createPaperNumbersRepository(db: Db) {
  const counters = db.collection<CounterDocument>(countersDeclaration.collection);
  return {
    findLast: async (series: Series): Promise<LastNumber> =>
      (await counters.findOne({ _id: series })) ?? { last: 0, holder: null, at: new Date(0) },
    /** Compare-and-set: the number after that one; false: somebody else has been given it. */
    async give(series: Series, { last }: LastNumber, next: Pick<CounterDocument, 'holder' | 'at'>): Promise<boolean> {
      const given = { last: last + 1, holder: next.holder, at: next.at };
      if (last === 0) return unlessTaken(counters.insertOne({ _id: series, ...given }));
      const { matchedCount } = await counters.updateOne({ _id: series, last }, { $set: given });
      return matchedCount === 1;
    },
  };
}
