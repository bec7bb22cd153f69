import type { Db, Filter } from 'mongodb';
import { unlessDuplicate } from '../../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../../database/indexes';
import { olderThan } from '../olderThan';
import type { PaymentsAsked, PaymentState } from '../provider';

/** Stripe's last known state. */
export type LastState = Pick<PaymentState, 'result' | 'declineReason' | 'card' | 'capturedCents' | 'refundedCents'>;

/** A refund requested from Stripe, in its last round. Stored before the request is sent. */
export interface StoredStripeRefund {
  /** The shop's id: the base of the idempotency keys. */
  readonly id: string;
  readonly amountCents: number;
  /** From 1; what was not carried out under one key is requested with the next one. */
  readonly round: number;
  /** When this round was started. */
  readonly askedAt: Date;
  /** Stripe's id; null: not answered yet, or refused. */
  readonly refund: string | null;
}

/** A payment requested from Stripe. Stored before the request is sent. */
export interface StripePaymentDocument extends LastState {
  /** The shop's id: the base of each call's idempotency key. */
  readonly _id: string;
  readonly checkout: string;
  readonly order: string;
  readonly amountCents: number;
  /** The receipt's recipient; null: Stripe has it. */
  readonly email: string | null;
  /** Stripe's id; null: not answered yet, or there is none. */
  readonly intent: string | null;
  /** Missing: none requested, or by an older version. */
  readonly refunds?: readonly StoredStripeRefund[];
  readonly createdAt: Date;
  /** When the last known state was requested. */
  readonly askedAt: Date;
  /** TTL; null: money was authorized or captured. */
  readonly expiresAt: Date | null;
}

export const stripePaymentsDeclaration: CollectionDeclaration = {
  collection: 'stripePayments',
  indexes: [
    {
      name: 'intent',
      keys: { intent: 1 },
      options: { unique: true, partialFilterExpression: { intent: { $type: 'string' } } },
      reason: 'whose payment a notice is about',
    },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: 'attempts, newest first' },
    expiryIndex('expiresAt', 'what was not paid is kept 40 days'),
  ],
};

/** Final: no other state follows. */
const finalResults: readonly LastState['result'][] = ['SUCCEEDED', 'CANCELLED'];

export type StripePaymentsRepository = ReturnType<typeof createStripePaymentsRepository>;

export function createStripePaymentsRepository(db: Db) {
  const payments = db.collection<StripePaymentDocument>(stripePaymentsDeclaration.collection);
  const withoutIntent = (id: string): Filter<StripePaymentDocument> => ({ _id: id, intent: null, result: 'UNKNOWN' });
  return {
    /** An existing one stays unchanged. */
    insert: (payment: StripePaymentDocument): Promise<boolean> => unlessDuplicate(payments.insertOne(payment)),
    find: (id: string) => payments.findOne({ _id: id }),
    findByIntent: (intent: string) => payments.findOne({ intent }),
    findByIntents: (intents: readonly string[]) =>
      payments.find({ intent: { $in: [...intents] } }, { projection: { intent: 1, refunds: 1 } }).toArray(),
    /** null: it has one, or has ended without. */
    setIntent: (id: string, intent: string) =>
      payments.findOneAndUpdate(withoutIntent(id), { $set: { intent, email: null } }, { returnDocument: 'after' }),
    /** null: Stripe has created one for it. */
    endWithoutIntent: (id: string, state: Pick<LastState, 'result' | 'declineReason'>) =>
      payments.findOneAndUpdate(withoutIntent(id), { $set: { ...state, email: null } }, { returnDocument: 'after' }),
    /** null: it was requested before. */
    insertRefund: (id: string, refund: StoredStripeRefund) =>
      payments.findOneAndUpdate(
        { _id: id, 'refunds.id': { $ne: refund.id } } as Filter<StripePaymentDocument>,
        { $push: { refunds: refund } },
        { returnDocument: 'after' },
      ),
    /** Unless it was changed concurrently; returns the payment in either case, null: there is none. */
    changeRefund: (id: string, before: StoredStripeRefund, after: StoredStripeRefund) =>
      payments.findOneAndUpdate(
        { _id: id },
        { $set: { 'refunds.$[asked]': after } },
        {
          arrayFilters: [{ 'asked.id': before.id, 'asked.round': before.round, 'asked.refund': null }],
          returnDocument: 'after',
        },
      ),
    /** Responses to earlier requests are ignored, unless they are final. */
    async setState(id: string, state: LastState & Pick<StripePaymentDocument, 'askedAt' | 'expiresAt'>): Promise<void> {
      const isLater = { askedAt: { $lte: state.askedAt } };
      const isOpen = { result: { $nin: [...finalResults] } };
      const filter = finalResults.includes(state.result) ? { $or: [isLater, isOpen] } : { ...isLater, ...isOpen };
      await payments.updateOne({ _id: id, ...filter }, { $set: state });
    },
    /** Newest first. */
    newest: ({ limit, after }: PaymentsAsked) =>
      payments.find(olderThan(after), { sort: { createdAt: -1, _id: -1 }, limit }).toArray(),
  };
}
