import type { Db, Filter, UpdateFilter } from 'mongodb';
import { unlessTaken } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { olderThan } from './olderThan';
import type { PaymentDispute, PaymentsAsked, DeclineReason } from './provider';

export interface TestNotice {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: Date;
}

export interface TestRefund {
  readonly id: string;
  readonly amountCents: number;
  /** Missing: it was made before times were kept. */
  readonly madeAt?: Date;
  /** When it turns out not to have arrived; missing: it arrives. */
  readonly failsAt?: Date;
  /** Missing: the shop has asked for it. */
  readonly isForeign?: true;
}

/** A payment in the ledger of the test provider, which knows nothing of the shop but what it was told by its calls. */
export interface TestPaymentDocument {
  /** The shop's name for it, by which a repeated call is known. */
  readonly _id: string;
  readonly checkout: string;
  readonly order: string;
  readonly amountCents: number;
  readonly clientSecret: string;
  readonly status: 'awaiting' | 'confirming' | 'pending' | 'authorized' | 'captured' | 'cancelled';
  readonly declineReason: DeclineReason | null;
  /** Never its number. */
  readonly card: { readonly brand: string; readonly last4: string; readonly title: string } | null;
  /** When what is pending is decided; null: it is not pending. */
  readonly settlesAt: Date | null;
  readonly capturedCents: number;
  /** Missing: it was not captured, or before times were kept. */
  readonly capturedAt?: Date;
  readonly refunds: readonly TestRefund[];
  /** Missing: none. */
  readonly disputes?: readonly PaymentDispute[];
  /** Not delivered yet. */
  readonly notices: readonly TestNotice[];
  /** Missing: none was delivered yet. */
  readonly lastNotice?: Pick<TestNotice, 'id' | 'kind'>;
  readonly createdAt: Date;
  /** When the database forgets it; null: money was reserved or taken. */
  readonly expiresAt: Date | null;
  readonly version: number;
}

export const testPaymentsDeclaration: CollectionDeclaration = {
  collection: 'testPayments',
  indexes: [
    { name: 'notices', keys: { 'notices.dueAt': 1 }, reason: 'notices that are due' },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: 'attempts, newest first' },
    { name: 'captures', keys: { capturedAt: 1 }, reason: 'money that came in on a day' },
    { name: 'refunds', keys: { 'refunds.madeAt': 1 }, reason: 'money that went back on a day' },
    expiryIndex('expiresAt', 'what was not paid is kept 40 days'),
  ],
};

export type TestPaymentsRepository = ReturnType<typeof createTestPaymentsRepository>;

export function createTestPaymentsRepository(db: Db) {
  const payments = db.collection<TestPaymentDocument>(testPaymentsDeclaration.collection);
  return {
    /** One that is already there stays as it is. */
    insert: (payment: TestPaymentDocument): Promise<boolean> => unlessTaken(payments.insertOne(payment)),
    find: (id: string) => payments.findOne({ _id: id }),
    /** Compare-and-set; null: somebody else has changed it. */
    update: (
      { _id, version }: Pick<TestPaymentDocument, '_id' | 'version'>,
      fields: Partial<Omit<TestPaymentDocument, '_id' | 'version'>>,
    ): Promise<TestPaymentDocument | null> =>
      payments.findOneAndUpdate(
        { _id, version } as Filter<TestPaymentDocument>,
        { $set: { ...fields, version: version + 1 } },
        { returnDocument: 'after' },
      ),
    withNoticesDue: (now: Date, limit: number) =>
      payments.find({ 'notices.dueAt': { $lte: now } }, { sort: { 'notices.dueAt': 1 }, limit }).toArray(),
    /** Newest first. */
    newest: ({ limit, after }: PaymentsAsked) =>
      payments.find(olderThan(after), { sort: { createdAt: -1, _id: -1 }, limit }).toArray(),
    movedBetween: (from: Date, until: Date) =>
      payments
        .find({
          $or: [
            { capturedAt: { $gte: from, $lt: until } },
            { refunds: { $elemMatch: { madeAt: { $gte: from, $lt: until } } } },
          ],
        })
        .toArray(),
    /** This delivery alone: another one of the same id may be due later. */
    async noticeDelivered(id: string, notice: TestNotice): Promise<void> {
      const { id: noticeId, kind, dueAt } = notice;
      await payments.updateOne({ _id: id }, {
        $pull: { notices: { id: noticeId, dueAt } },
        $set: { lastNotice: { id: noticeId, kind } },
      } as UpdateFilter<TestPaymentDocument>);
    },
  };
}
