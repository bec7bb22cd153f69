import { isDeepStrictEqual } from 'node:util';
import { NotFoundError } from '../../errors';
import { unpaidExpiresAt } from '../unpaidExpiry';
import type { PaymentState, PaymentToStart, ProviderPayment } from '../provider';
import type {
  LastState,
  StoredStripeRefund,
  StripePaymentDocument,
  StripePaymentsRepository,
} from './stripePayments.repository';

export type RefundAsked = Pick<StoredStripeRefund, 'id' | 'amountCents'>;

/** The shop's records of its payments at Stripe. */
export interface StripeLedger {
  readonly find: StripePaymentsRepository['find'];
  readonly get: (id: string) => Promise<StripePaymentDocument>;
  /** Inserts the payment, or returns the stored one. */
  readonly open: (payment: PaymentToStart) => Promise<StripePaymentDocument>;
  /** Stores the payment's intent: of two, the first. */
  readonly connect: (payment: StripePaymentDocument, intent: string) => Promise<StripePaymentDocument>;
  /** Stripe has created no intent for it, and none will be created. */
  readonly endWithoutIntent: (
    payment: StripePaymentDocument,
    result: 'DECLINED' | 'CANCELLED',
  ) => Promise<StripePaymentDocument>;
  /** Inserts the refund, or returns the stored one. */
  readonly openRefund: (payment: string, refund: RefundAsked) => Promise<StoredStripeRefund>;
  /** The request of the next round, or the one that was stored concurrently. */
  readonly nextRound: (payment: string, before: StoredStripeRefund, amountCents: number) => Promise<StoredStripeRefund>;
  /** Stores Stripe's id of the refund: the first one. */
  readonly connectRefund: (payment: string, before: StoredStripeRefund, refund: string) => Promise<void>;
  /** Stores the state that Stripe returned to a request of that time. */
  readonly remember: (payment: StripePaymentDocument, state: PaymentState, askedAt: Date) => Promise<void>;
}

export function createStripeLedger(payments: StripePaymentsRepository, now: () => Date): StripeLedger {
  async function get(id: string): Promise<StripePaymentDocument> {
    const payment = await payments.find(id);
    if (!payment) throw new NotFoundError('There is no such payment.');
    return payment;
  }

  return {
    find: payments.find,
    get,
    async open(asked) {
      const payment = newPayment(asked, now());
      return (await payments.insert(payment)) ? payment : get(asked.id);
    },
    connect: async ({ _id }, intent) => (await payments.setIntent(_id, intent)) ?? get(_id),
    endWithoutIntent: async ({ _id }, result) => {
      const declineReason = result === 'DECLINED' ? 'PROCESSING_ERROR' : null;
      return (await payments.endWithoutIntent(_id, { result, declineReason })) ?? get(_id);
    },
    async openRefund(payment, { id, amountCents }) {
      const asked = { id, amountCents, round: 1, askedAt: now(), refund: null };
      return refundOf((await payments.insertRefund(payment, asked)) ?? (await get(payment)), id);
    },
    async nextRound(payment, before, amountCents) {
      const next = { ...before, amountCents, round: before.round + 1, askedAt: now() };
      return refundOf((await payments.changeRefund(payment, before, next)) ?? (await get(payment)), before.id);
    },
    async connectRefund(payment, before, refund) {
      await payments.changeRefund(payment, before, { ...before, refund });
    },
    async remember(payment, state, askedAt) {
      const { result, declineReason, card, capturedCents, refundedCents } = state;
      const last = { result, declineReason, card, capturedCents, refundedCents };
      if (isDeepStrictEqual(last, lastOf(payment))) return;
      await payments.setState(payment._id, { ...last, askedAt, expiresAt: paymentExpiry(result, payment.createdAt) });
    },
  };
}

function refundOf({ refunds = [] }: StripePaymentDocument, id: string): StoredStripeRefund {
  const refund = refunds.find((each) => each.id === id);
  if (!refund) throw new Error('A refund that was asked for is not written down.');
  return refund;
}

function newPayment({ id, ...asked }: PaymentToStart, createdAt: Date): StripePaymentDocument {
  return {
    ...{
      _id: id,
      ...asked,
      intent: null,
      createdAt,
      askedAt: createdAt,
      expiresAt: paymentExpiry('UNKNOWN', createdAt),
    },
    ...{ result: 'UNKNOWN', declineReason: null, card: null, capturedCents: 0, refundedCents: 0 },
  };
}

function paymentExpiry(result: LastState['result'], createdAt: Date): Date | null {
  const hasMoney = result === 'PENDING' || result === 'AUTHORIZED' || result === 'SUCCEEDED';
  return hasMoney ? null : unpaidExpiresAt(createdAt);
}

const lastOf = ({ result, declineReason, card, capturedCents, refundedCents }: LastState): LastState => ({
  ...{ result, declineReason, card, capturedCents, refundedCents },
});

/** Without an intent, it cannot be paid. */
export function stateWithoutIntent({ result, declineReason, amountCents }: StripePaymentDocument): PaymentState {
  return {
    ...{ result, declineReason, amountCents, providerId: '', clientSecret: '', card: null },
    ...{ capturedCents: 0, refundedCents: 0, failedRefunds: [], foreignRefunds: [], disputes: [] },
  };
}

export function listed({ _id: id, intent: providerId, ...payment }: StripePaymentDocument): ProviderPayment {
  const { checkout, order, amountCents, createdAt } = payment;
  return { id, providerId, checkout, order, amountCents, createdAt, ...lastOf(payment) };
}
