import { withDecline } from '../orders/declinedCards';
import { outcomeUnknown } from '../payments/outcomeUnknown';
import type { PaymentState, PaymentToStart } from '../payments/provider';
import { stateOfAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { holdKey } from './holdKey';
import type { SagaDeps } from './sagaDeps';
import { holdEndsAt, continueWith, isHoldExpired, frozenLines, wait, type Step } from './steps';

/** Minimum remaining hold after a declined card. */
const minHoldMs = 5 * 60_000;
/** How many declines extend the hold. */
const maxExtensionsByDecline = 10;
/** Poll interval while a payment is pending or unknown. */
const pollMs = 5_000;
/** Poll interval without a notice or the buyer's call: what is paid is placed within a minute. */
const fallbackPollMs = 30_000;

export const soon = ({ now }: SagaDeps): Date => new Date(now().getTime() + pollMs);

/** Repeated calls do not postpone the next poll. */
function nextPollAt({ now }: SagaDeps, checkout: CheckoutDocument): Date {
  const { dueAt } = checkout;
  const next = dueAt !== null && dueAt > now() ? dueAt : new Date(now().getTime() + fallbackPollMs);
  return new Date(Math.min(next.getTime(), holdEndsAt(checkout).getTime()));
}

export const isPaymentDone = ({ result }: PaymentState): boolean => result === 'AUTHORIZED' || result === 'SUCCEEDED';

/** Held, and the last attempt has failed: the buyer tries again, or the hold ends. */
export async function waitForBuyer(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  if (isHoldExpired(deps, checkout)) return continueWith({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  // Another tab may have paid the same attempt with another card.
  const state = checkout.attempt?.result === 'DECLINED' ? await pollState(deps, checkout) : null;
  if (state && !['DECLINED', 'CANCELLED', 'AWAITING'].includes(state.result)) return continueWith({ status: 'PAYING' });
  return wait({ dueAt: nextPollAt(deps, checkout) });
}

export async function pollPayment(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const { now, repositories } = deps;
  const state = await findOrStart(deps, checkout);
  const attempt = stateOfAttempt(checkout, state);
  if (state === null) return wait({ attempt, dueAt: soon(deps) });
  if (isPaymentDone(state)) return continueWith({ status: 'PAID', attempt });
  if (state.result === 'CANCELLED') return continueWith({ status: 'READY', attempt });
  // A payment that is pending at the bank is not voided.
  if (state.result === 'PENDING') return wait({ attempt, dueAt: soon(deps) });
  if (isHoldExpired(deps, checkout)) return continueWith({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  if (state.result === 'DECLINED') {
    const { declines: before = [] } = checkout;
    // Repeated declines must not extend the hold forever, on one attempt neither.
    const least = before.length < maxExtensionsByDecline ? now().getTime() + minHoldMs : 0;
    const heldUntil = new Date(Math.max(checkout.heldUntil?.getTime() ?? least, least));
    const products = frozenLines(checkout).map(({ productId }) => productId);
    await repositories.stock.extendHolds(products, holdKey(checkout), heldUntil);
    const { declineReason: reason, card } = state;
    const declines = withDecline(before, { at: now(), reason, card });
    return continueWith({ status: 'READY', attempt, heldUntil, declines });
  }
  return wait({ attempt, dueAt: nextPollAt(deps, checkout) });
}

export function paymentOf({ _id, attempt, frozen, email, orderNumber }: CheckoutDocument): PaymentToStart {
  if (!attempt || !frozen || email === null) throw new Error('A payment needs an attempt, a total and an e-mail.');
  return { id: attempt.id, amountCents: frozen.totals.totalCents, checkout: _id, order: orderNumber, email };
}

/** null: the provider did not answer, so the state is unknown. */
async function findOrStart(deps: SagaDeps, checkout: CheckoutDocument): Promise<PaymentState | null> {
  const { provider } = deps;
  const payment = paymentOf(checkout);
  return nullIfUnavailable(deps, checkout, async () =>
    requireTotal(checkout, (await provider.findState(payment.id)) ?? (await provider.start(payment))),
  );
}

const pollState = (deps: SagaDeps, checkout: CheckoutDocument): Promise<PaymentState | null> =>
  nullIfUnavailable(deps, checkout, async () =>
    requireTotal(checkout, await deps.provider.findState(paymentOf(checkout).id)),
  );

/** A payment of another amount must not create an order; the state of the right one is unknown. */
export function requireTotal<State extends PaymentState | null>(checkout: CheckoutDocument, state: State): State {
  if (state === null || state.amountCents === checkout.frozen?.totals.totalCents) return state;
  throw outcomeUnknown('The payment is of another sum than the purchase');
}

/** null if the provider does not answer. */
export async function nullIfUnavailable<T>({ log }: SagaDeps, { _id }: CheckoutDocument, call: () => Promise<T>) {
  try {
    return await call();
  } catch (error) {
    log.warn({ checkout: _id, err: error }, 'the payment provider does not answer');
    return null;
  }
}
