import { ConflictError } from '../../errors';
import { outcomeUnknown } from '../outcomeUnknown';
import { requireOwnRefund } from './verifyResponses';
import type { StripeCalls } from './stripeCalls';
import { StripeFailure } from './stripeFailure';
import { settledAfterMs, type RetrievedIntent } from './stripeIntents';
import type { RefundAsked, StripeLedger } from './stripeLedger';
import type { StoredStripeRefund } from './stripePayments.repository';
import { ownRefunds, paymentStateOf, type Refund } from './stripeState';

interface Deps {
  readonly ledger: StripeLedger;
  readonly calls: StripeCalls;
  readonly now: () => Date;
}

type Paid = Pick<RetrievedIntent, 'payment' | 'intent'>;

/**
 * Refunds idempotently per id. A Stripe key is bound to one amount and one response, even a failure. So each request is
 * stored first; one that was not carried out, or whose amount has changed, uses the next key, once nothing of the
 * earlier one can be in flight and no list shows it.
 */
export function createRefunding({ ledger, calls, now }: Deps) {
  const isSettled = ({ askedAt }: StoredStripeRefund): boolean => now().getTime() - askedAt.getTime() >= settledAfterMs;

  /**
   * Links it to Stripe's id if Stripe lists it; false: not listed. `payment` must be read before that list: refunds
   * stored since cannot be in it.
   */
  async function linkListedRefund({ payment, intent }: Paid, id: string, refunds: readonly Refund[]): Promise<boolean> {
    const { refunds: known = [] } = payment;
    const own = ownRefunds(refunds, known);
    const made = refunds.find((refund) => own.get(refund.id) === id);
    const before = known.find((each) => each.id === id);
    if (made && before?.refund === null) await ledger.connectRefund(payment._id, before, made.id);
    if (!made && before && before.refund !== null)
      throw outcomeUnknown(`Stripe does not list a refund of ${intent.id}`);
    return made !== undefined;
  }

  async function linkRefundListedMeanwhile({ payment: { _id }, intent }: Paid, id: string): Promise<boolean> {
    const payment = await ledger.get(_id);
    return linkListedRefund({ payment, intent }, id, await calls.listRefunds(intent.id));
  }

  async function post({ payment, intent }: Paid, asked: StoredStripeRefund): Promise<void> {
    const refund = requireOwnRefund(intent.id, asked, await calls.refund(intent.id, asked));
    await ledger.connectRefund(payment._id, asked, refund.id);
  }

  /** Checks the amount; a request with another amount may still be in flight. */
  async function ofThisSum({ payment }: Paid, before: StoredStripeRefund, amountCents: number) {
    if (before.amountCents === amountCents) return before;
    if (!isSettled(before)) throw outcomeUnknown('A refund was asked for with another sum a moment ago');
    return nextRound(payment._id, before, amountCents);
  }

  async function nextRound(payment: string, before: StoredStripeRefund, amountCents: number) {
    const next = await ledger.nextRound(payment, before, amountCents);
    if (next.amountCents !== amountCents) throw outcomeUnknown('A refund was asked for with another sum a moment ago');
    return next;
  }

  return async function giveBack(paid: Paid, asked: RefundAsked): Promise<void> {
    const { payment, intent } = paid;
    const refunds = await calls.refunds(intent);
    if (await linkListedRefund(paid, asked.id, refunds)) return;
    const { capturedCents, refundedCents } = paymentStateOf(intent, { refunds, disputes: [] });
    if (refundedCents + asked.amountCents > capturedCents) throw new ConflictError('More than was captured.');
    const stored = await ofThisSum(paid, await ledger.openRefund(payment._id, asked), asked.amountCents);
    try {
      await post(paid, stored);
    } catch (error) {
      if (!(error instanceof StripeFailure) || !error.wasReplayed) throw refusedOr(error);
      if (await linkRefundListedMeanwhile(paid, asked.id)) return;
      // A refused request was not carried out, however recent it is.
      if (!error.isRefusal && !isSettled(stored)) throw error;
      const next = await nextRound(payment._id, stored, asked.amountCents);
      await post(paid, next).catch((again: unknown) => {
        throw refusedOr(again);
      });
    }
  };
}

const refusedOr = (error: unknown): unknown =>
  error instanceof StripeFailure && error.isRefusal
    ? new ConflictError('The payment provider refuses to give this money back.')
    : error;
