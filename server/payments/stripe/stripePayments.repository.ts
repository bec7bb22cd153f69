import type { Db, Filter } from 'mongodb';
import { unlessTaken } from '../../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../../database/indexes';
import { olderThan } from '../olderThan';
import type { PaymentsAsked, PaymentState } from '../provider';

/** What Stripe said last. */
export type LastState = Pick<PaymentState, 'result' | 'declineReason' | 'card' | 'capturedCents' | 'refundedCents'>;

/** A refund that the shop asks Stripe for, as it was asked for last. It is written before Stripe is asked. */
export interface StoredStripeRefund {
  /** The shop's name for it: the base of the keys. */
  readonly id: string;
  readonly amountCents: number;
  /** From 1: what was not carried out under one key is asked for by the next one. */
  readonly round: number;
  /** When this round was begun. */
  readonly askedAt: Date;
  /** Stripe's name for it; null: it has not answered yet, or has refused it. */
  readonly refund: string | null;
}

/** A payment that the shop asks Stripe for. It is written before Stripe is asked. */
export interface StripePaymentDocument extends LastState {
  /** The shop's name for it: the base of each key of a call. */
  readonly _id: string;
  readonly checkout: string;
  readonly order: string;
  readonly amountCents: number;
  /** Where Stripe sends its receipt; null: Stripe knows it. */
  readonly email: string | null;
  /** Stripe's name for it; null: Stripe has not answered yet, or there is none. */
  readonly intent: string | null;
  /** Missing: none was asked for, or by a program of before. */
  readonly refunds?: readonly StoredStripeRefund[];
  readonly createdAt: Date;
  /** When Stripe was asked what it said last. */
  readonly askedAt: Date;
  /** When the database forgets it; null: money was reserved or taken. */
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

/** Nothing leads out of these. */
const finalResults: readonly LastState['result'][] = ['SUCCEEDED', 'CANCELLED'];

export type StripePaymentsRepository = ReturnType<typeof createStripePaymentsRepository>;

export function createStripePaymentsRepository(db: Db) {
  const payments = db.collection<StripePaymentDocument>(stripePaymentsDeclaration.collection);
  const withoutIntent = (id: string): Filter<StripePaymentDocument> => ({ _id: id, intent: null, result: 'UNKNOWN' });
  return {
    /** One that is already there stays as it is. */
    insert: (payment: StripePaymentDocument): Promise<boolean> => unlessTaken(payments.insertOne(payment)),
    find: (id: string) => payments.findOne({ _id: id }),
    findByIntent: (intent: string) => payments.findOne({ intent }),
    findByIntents: (intents: readonly string[]) =>
      payments.find({ intent: { $in: [...intents] } }, { projection: { intent: 1, refunds: 1 } }).toArray(),
    /** Unless it has one, or is over without; null then. */
    setIntent: (id: string, intent: string) =>
      payments.findOneAndUpdate(withoutIntent(id), { $set: { intent, email: null } }, { returnDocument: 'after' }),
    /** Unless Stripe has made one of it; null then. */
    endWithoutIntent: (id: string, state: Pick<LastState, 'result' | 'declineReason'>) =>
      payments.findOneAndUpdate(withoutIntent(id), { $set: { ...state, email: null } }, { returnDocument: 'after' }),
    /** Unless it was asked for before; null then. */
    insertRefund: (id: string, refund: StoredStripeRefund) =>
      payments.findOneAndUpdate(
        { _id: id, 'refunds.id': { $ne: refund.id } } as Filter<StripePaymentDocument>,
        { $push: { refunds: refund } },
        { returnDocument: 'after' },
      ),
    /** Unless somebody else has gone on with it; null then. */
    changeRefund: (id: string, before: StoredStripeRefund, after: StoredStripeRefund) =>
      payments.findOneAndUpdate(
        { _id: id, refunds: { $elemMatch: { id: before.id, round: before.round, refund: null } } },
        { $set: { 'refunds.$': after } },
        { returnDocument: 'after' },
      ),
    /** An answer to an earlier question changes nothing, but what is final is final. */
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
