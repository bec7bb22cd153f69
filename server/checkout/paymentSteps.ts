import { withDecline } from '../orders/declinedCards';
import { notKnown } from '../payments/notKnown';
import type { PaymentState, PaymentToStart } from '../payments/provider';
import { stateOfAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { holdKey } from './holdKey';
import type { SagaParts } from './sagaParts';
import { endOfHold, goOn, isOver, frozenLines, wait, type Step } from './steps';

/** Minimum remaining hold after a declined card. */
const leastHoldMs = 5 * 60_000;
/** How many declines extend the hold. */
const mostLengthened = 10;
/** Poll interval while a payment is pending or unknown. */
const lookAgainMs = 5_000;
/** Poll interval without a notice or the buyer's call: what is paid is placed within a minute. */
const lookAnywayMs = 30_000;

export const soon = ({ now }: SagaParts): Date => new Date(now().getTime() + lookAgainMs);

/** Repeated calls do not postpone the next poll. */
function nextLook({ now }: SagaParts, checkout: CheckoutDocument): Date {
  const { dueAt } = checkout;
  const next = dueAt !== null && dueAt > now() ? dueAt : new Date(now().getTime() + lookAnywayMs);
  return new Date(Math.min(next.getTime(), endOfHold(checkout).getTime()));
}

export const isPaymentDone = ({ result }: PaymentState): boolean => result === 'AUTHORIZED' || result === 'SUCCEEDED';

/** Held, and the last attempt has failed: the buyer tries again, or the hold ends. */
export async function waitForBuyer(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  if (isOver(parts, checkout)) return goOn({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  // Another tab may have paid the same attempt with another card.
  const state = checkout.attempt?.result === 'DECLINED' ? await look(parts, checkout) : null;
  if (state && !['DECLINED', 'CANCELLED', 'AWAITING'].includes(state.result)) return goOn({ status: 'PAYING' });
  return wait({ dueAt: nextLook(parts, checkout) });
}

export async function pollPayment(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { now, repositories } = parts;
  const state = await lookOrStart(parts, checkout);
  const attempt = stateOfAttempt(checkout, state);
  if (state === null) return wait({ attempt, dueAt: soon(parts) });
  if (isPaymentDone(state)) return goOn({ status: 'PAID', attempt });
  if (state.result === 'CANCELLED') return goOn({ status: 'READY', attempt });
  // A payment that is pending at the bank is not voided.
  if (state.result === 'PENDING') return wait({ attempt, dueAt: soon(parts) });
  if (isOver(parts, checkout)) return goOn({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  if (state.result === 'DECLINED') {
    // Repeated declines must not extend the hold forever.
    const least = checkout.attempts <= mostLengthened ? now().getTime() + leastHoldMs : 0;
    const heldUntil = new Date(Math.max(checkout.heldUntil?.getTime() ?? least, least));
    const products = frozenLines(checkout).map(({ productId }) => productId);
    await repositories.stock.extendHolds(products, holdKey(checkout), heldUntil);
    const { declineReason: reason, card } = state;
    const declines = withDecline(checkout.declines ?? [], { at: now(), reason, card });
    return goOn({ status: 'READY', attempt, heldUntil, declines });
  }
  return wait({ attempt, dueAt: nextLook(parts, checkout) });
}

export function paymentOf({ _id, attempt, frozen, email, orderNumber }: CheckoutDocument): PaymentToStart {
  if (!attempt || !frozen || email === null) throw new Error('A payment needs an attempt, a total and an e-mail.');
  return { id: attempt.id, amountCents: frozen.totals.totalCents, checkout: _id, order: orderNumber, email };
}

/** null: the provider did not answer, so the state is unknown. */
async function lookOrStart(parts: SagaParts, checkout: CheckoutDocument): Promise<PaymentState | null> {
  const { provider } = parts;
  const payment = paymentOf(checkout);
  return asked(parts, checkout, async () =>
    requireTotal(checkout, (await provider.look(payment.id)) ?? (await provider.start(payment))),
  );
}

const look = (parts: SagaParts, checkout: CheckoutDocument): Promise<PaymentState | null> =>
  asked(parts, checkout, async () => requireTotal(checkout, await parts.provider.look(paymentOf(checkout).id)));

/** A payment of another amount must not create an order; the state of the right one is unknown. */
export function requireTotal<State extends PaymentState | null>(checkout: CheckoutDocument, state: State): State {
  if (state === null || state.amountCents === checkout.frozen?.totals.totalCents) return state;
  throw notKnown('The payment is of another sum than the purchase');
}

/** null if the provider does not answer. */
export async function asked<T>({ log }: SagaParts, { _id }: CheckoutDocument, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    log.warn({ checkout: _id, err: error }, 'the payment provider does not answer');
    return null;
  }
}
