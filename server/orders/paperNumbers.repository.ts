import type { Db } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';

/** Each counts separately: 1, 2, 3, and so on. */
export type Series = 'invoices' | 'creditNotes';

/** The document that has the number. */
export interface NumberHolder {
  readonly order: string;
  /** The refund of a credit note; null: the order's invoice. */
  readonly refund: string | null;
}

/** The last number drawn. Whether its holder has stored it, only the holder shows. */
export interface LastNumber {
  readonly last: number;
  /** null: none drawn yet. */
  readonly holder: NumberHolder | null;
  /** Never before the previous one's. */
  readonly at: Date;
}

interface CounterDocument extends LastNumber {
  readonly _id: Series;
}

export const countersDeclaration: CollectionDeclaration = { collection: 'counters', indexes: [] };

export type PaperNumbersRepository = ReturnType<typeof createPaperNumbersRepository>;

export function createPaperNumbersRepository(db: Db) {
  const counters = db.collection<CounterDocument>(countersDeclaration.collection);
  const findLast = async (series: Series): Promise<LastNumber> =>
    (await counters.findOne({ _id: series })) ?? { last: 0, holder: null, at: new Date(0) };
  return {
    findLast,
    /** Compare-and-set: draws the next number; false: another process has drawn it. */
    async give(series: Series, { last }: LastNumber, next: Pick<CounterDocument, 'holder' | 'at'>): Promise<boolean> {
      const given = { last: last + 1, holder: next.holder, at: next.at };
      if (last === 0) return unlessDuplicate(counters.insertOne({ _id: series, ...given }));
      const { matchedCount } = await counters.updateOne({ _id: series, last }, { $set: given });
      return matchedCount === 1;
    },
    /**
     * After a restore: no number below `next` is drawn again, for those may have been issued since the backup. One that was
     * drawn and not stored then is dropped. Returns the next number.
     */
    async continueAt(series: Series, next: number): Promise<number> {
      const { last, at } = await findLast(series);
      if (next <= last + 1) return last + 1;
      await counters.replaceOne({ _id: series }, { last: next - 1, holder: null, at }, { upsert: true });
      return next;
    },
  };
}
