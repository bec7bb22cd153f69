import { ConflictError, UnavailableError } from '../../errors';
import type { PaymentState } from '../provider';
import type { StripeCalls } from './stripeCalls';
import { StripeFailure } from './stripeFailure';
import { stateWithoutIntent, type StripeLedger } from './stripeLedger';
import type { StripePaymentDocument } from './stripePayments.repository';
import { hasRequestedAmount, requireOwn } from './verifyResponses';
import { paymentStateOf, type Intent } from './stripeState';

interface Deps {
  readonly ledger: StripeLedger;
  readonly calls: StripeCalls;
  readonly now: () => Date;
}

/** A payment's intent, and when it was read from Stripe. */
export interface RetrievedIntent {
  readonly payment: StripePaymentDocument;
  readonly intent: Intent;
  readonly askedAt: Date;
}

/** A payment without an intent has only its state. */
type Found = RetrievedIntent | PaymentState;

/** Stripe keeps idempotency keys for at least 24 hours. */
const keyLivesMs = 23 * 60 * 60 * 1_000;
/** By then search finds whatever was created, and no request is in flight. */
export const settledAfterMs = 2 * 60_000;

export const hasIntent = (found: Found): found is RetrievedIntent => 'intent' in found;

/** Finds a payment's intent: the one stored here, else the one that Stripe has created. */
export type StripeIntents = ReturnType<typeof createStripeIntents>;

export function createStripeIntents({ ledger, calls, now }: Deps) {
  const ageOf = ({ createdAt }: StripePaymentDocument): number => now().getTime() - createdAt.getTime();

  async function retrieve(payment: StripePaymentDocument, intent: string): Promise<RetrievedIntent> {
    const askedAt = now();
    return { payment, intent: requireOwn(payment, await calls.retrieve(intent)), askedAt };
  }

  async function create(payment: StripePaymentDocument): Promise<Found> {
    const lookUp = async () => {
      const found = await calls.search(payment._id);
      if (!found && ageOf(payment) < settledAfterMs) throw new UnavailableError();
      return found;
    };
    try {
      return await connected(payment, await calls.create(payment, lookUp));
    } catch (error) {
      if (!(error instanceof StripeFailure) || !error.isRefusal) throw error;
      // Otherwise it would be refused forever, and its holds never released.
      const ended = await ledger.endWithoutIntent(payment, 'DECLINED');
      return ended.intent === null ? stateWithoutIntent(ended) : retrieve(ended, ended.intent);
    }
  }

  /** An intent connected concurrently wins: no other one's secret was handed out. */
  async function connected(before: StripePaymentDocument, intent: Intent): Promise<Found> {
    requireOwn(before, intent);
    const payment = await ledger.connect(before, intent.id);
    if (payment.intent === null) return stateWithoutIntent(payment);
    return payment.intent === intent.id ? { payment, intent, askedAt: now() } : retrieve(payment, payment.intent);
  }

  /** null: Stripe has never created an intent for it, and its key may have expired. */
  async function find(payment: StripePaymentDocument): Promise<Found | null> {
    if (payment.intent !== null) return retrieve(payment, payment.intent);
    if (payment.result !== 'UNKNOWN') return stateWithoutIntent(payment);
    if (ageOf(payment) < keyLivesMs) return create(payment);
    const found = await calls.search(payment._id);
    return found && connected(payment, found);
  }

  /** Including refunds and disputes after the capture. */
  async function wholeState(found: Found): Promise<PaymentState> {
    if (!hasIntent(found)) return found;
    const { payment, askedAt } = found;
    const intent = requireOwn(payment, found.intent);
    const state = paymentStateOf(intent, await calls.afterwards(intent), payment.refunds);
    await ledger.remember(payment, state, askedAt);
    return state;
  }

  return {
    retrieve,
    create,
    find,
    wholeState,
    async get(id: string): Promise<RetrievedIntent> {
      const found = await find(await ledger.get(id));
      if (!found || !hasIntent(found)) throw new ConflictError('Nothing was paid.');
      return found;
    },
    /** Stripe's notice may arrive before the id is stored here; only what is stored here is trusted. */
    async findByMetadata(intent: string): Promise<string | null> {
      const found = await calls.retrieve(intent).catch((error: unknown) => {
        if (error instanceof StripeFailure && error.isMissing) return null;
        throw error;
      });
      const name = found?.metadata['payment'];
      const payment = name === undefined ? null : await ledger.find(name);
      if (!payment || !found || found.id !== intent || !hasRequestedAmount(payment, found)) return null;
      return (await ledger.connect(payment, intent)).intent === intent ? payment._id : null;
    },
  };
}
