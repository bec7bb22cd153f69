import type { Db, Filter, UpdateFilter } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
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
  /** Missing: made by an older version. */
  readonly madeAt?: Date;
  /** When the refund fails; missing: it does not. */
  readonly failsAt?: Date;
  /** Missing: requested by the shop. */
  readonly isForeign?: true;
}

/** A payment in the ledger of the test provider, which knows of the shop only what its calls have sent. */
export interface TestPaymentDocument {
  /** The shop's id, which makes repeated calls idempotent. */
  readonly _id: string;
  readonly checkout: string;
  readonly order: string;
  readonly amountCents: number;
  readonly clientSecret: string;
  readonly status: 'awaiting' | 'confirming' | 'pending' | 'authorized' | 'captured' | 'cancelled';
  readonly declineReason: DeclineReason | null;
  /** Without its number. */
  readonly card: { readonly brand: string; readonly last4: string; readonly title: string } | null;
  /** When a pending payment is settled; null: it is not pending. */
  readonly settlesAt: Date | null;
  readonly capturedCents: number;
  /** Missing: not captured, or by an older version. */
  readonly capturedAt?: Date;
  readonly refunds: readonly TestRefund[];
  /** Missing: none. */
  readonly disputes?: readonly PaymentDispute[];
  /** Not delivered yet. */
  readonly notices: readonly TestNotice[];
  /** Missing: none delivered yet. */
  readonly lastNotice?: Pick<TestNotice, 'id' | 'kind'>;
  readonly createdAt: Date;
  /** TTL; null: money was authorized or captured. */
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
    /** An existing one stays unchanged. */
    insert: (payment: TestPaymentDocument): Promise<boolean> => unlessDuplicate(payments.insertOne(payment)),
    find: (id: string) => payments.findOne({ _id: id }),
    /** Compare-and-set; null: it was changed concurrently. */
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
    /** Only this delivery: another one with the same id may be due later. */
    async noticeDelivered(id: string, notice: TestNotice): Promise<void> {
      const { id: noticeId, kind, dueAt } = notice;
      await payments.updateOne({ _id: id }, {
        $pull: { notices: { id: noticeId, dueAt } },
        $set: { lastNotice: { id: noticeId, kind } },
      } as UpdateFilter<TestPaymentDocument>);
    },
  };
}
