import { ConflictError } from '../../errors';
import type { PaymentProvider, PaymentState } from '../provider';
import type { StripeCalls } from './stripeCalls';
import { StripeFailure } from './stripeFailure';
import { hasIntent, type StripeIntents } from './stripeIntents';
import { stateWithoutIntent, type StripeLedger } from './stripeLedger';
import type { StripePaymentDocument } from './stripePayments.repository';
import { createRefunding } from './stripeRefunds';
import type { Intent } from './stripeState';

interface Deps {
  readonly ledger: StripeLedger;
  readonly calls: StripeCalls;
  readonly intents: StripeIntents;
  readonly now: () => Date;
}

/** The calls that move money, or end the possibility to do so. */
export function createStripeChanges(deps: Deps): Pick<PaymentProvider, 'capture' | 'void' | 'refund'> {
  const { ledger, calls, intents, now } = deps;
  const giveBack = createRefunding(deps);
  return {
    async capture(id, amountCents) {
      const before = await intents.get(id);
      const { payment, intent } = before;
      if (intent.status !== 'requires_capture') return intents.wholeState(before);
      if (amountCents > intent.amount) throw new ConflictError('More than was authorized.');
      const askedAt = now();
      try {
        const lookUp = lookFor(calls, intent.id, ({ status }) => status !== 'requires_capture');
        const captured = await calls.capture(payment._id, intent.id, amountCents, lookUp);
        return await intents.wholeState({ payment, intent: captured, askedAt });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return intents.wholeState(await intents.retrieve(payment, intent.id));
      }
    },
    async void(id) {
      const payment = await ledger.get(id);
      if (payment.intent !== null) return cancel(deps, payment, payment.intent);
      const found = await intents.find(payment);
      if (found) return hasIntent(found) ? cancel(deps, found.payment, found.intent.id) : found;
      const ended = await ledger.endWithoutIntent(payment, 'CANCELLED');
      return ended.intent === null ? stateWithoutIntent(ended) : cancel(deps, ended, ended.intent);
    },
    async refund(id, refund) {
      const paid = await intents.get(id);
      await giveBack(paid, refund);
      return intents.wholeState(await intents.retrieve(await ledger.get(id), paid.intent.id));
    },
  };
}

async function cancel(
  { calls, intents, now }: Deps,
  payment: StripePaymentDocument,
  intent: string,
): Promise<PaymentState> {
  const askedAt = now();
  try {
    const cancelled = await calls.cancel(payment._id, intent, lookFor(calls, intent, isOver));
    return await intents.wholeState({ payment, intent: cancelled, askedAt });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const answer = await intents.retrieve(payment, intent);
    // It may still be paid, so stock must not be released yet.
    if (!isOver(answer.intent)) throw error;
    return intents.wholeState(answer);
  }
}

/** Whether the requested change is in effect; null: it is not. */
const lookFor = (calls: StripeCalls, intent: string, isDone: (intent: Intent) => boolean) => async () => {
  const found = await calls.retrieve(intent);
  return isDone(found) ? found : null;
};

const isOver = ({ status }: Intent): boolean => status === 'succeeded' || status === 'canceled';

const isRefusal = (error: unknown): boolean => error instanceof StripeFailure && error.isRefusal;
