import { queueMessage } from '../mail/queueMessage';
import type { PaymentState } from '../payments/provider';
import { refundUnlessRefused } from '../payments/refundUnlessRefused';
import { wholeRefund } from '../payments/wholeRefund';
import { stateOfAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { giveBack } from './holdSteps';
import { nullIfUnavailable, isPaymentDone, paymentOf, requireTotal, soon } from './paymentSteps';
import type { SagaDeps } from './sagaDeps';
import { continueWith, unheld, wait, withoutSecret, type Step } from './steps';

/** How long a refund that the provider has refused waits until it is asked for again. */
const refusedAgainMs = 60 * 60_000;

/** Holds are released only after the payment is voided at the provider. */
export async function release(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const { releaseTo } = checkout;
  const payment = await endPayment(deps, checkout);
  if (payment === null) return wait({ dueAt: soon(deps) });
  if (payment !== 'ended')
    return continueWith({ status: 'PAID', attempt: stateOfAttempt(checkout, payment), releaseTo: null });
  await giveBack(deps, checkout);
  const status = releaseTo ?? 'EXPIRED';
  return wait({
    status,
    releaseTo: null,
    ...unheld,
    attempt: null,
    dueAt: null,
    ...(status === 'OPEN' && { frozen: null }),
  });
}

/** Cancelling voids the payment in any state; an expired hold does not void one that succeeded just in time. */
async function endPayment(deps: SagaDeps, checkout: CheckoutDocument): Promise<PaymentState | 'ended' | null> {
  const { provider } = deps;
  const { attempt, releaseTo } = checkout;
  if (!attempt) return 'ended';
  return nullIfUnavailable(deps, checkout, async () => {
    // Also voids an attempt that was not started yet, so that a paused driver cannot start it later.
    const state = (await provider.findState(attempt.id)) ?? (await provider.start(paymentOf(checkout)));
    const last = isPaymentDone(state) && releaseTo !== 'CANCELLED' ? state : await provider.void(attempt.id);
    return isPaymentDone(last) ? requireTotal(checkout, last) : 'ended';
  });
}

export async function refund(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const { provider, now } = deps;
  const { attempt, dueAt, refundingSince } = checkout;
  if (!attempt) throw new Error('Nothing was paid.');
  if (refundingSince === undefined) {
    // Nothing of it is placed any more, however long the provider takes and whatever becomes of this process.
    await giveBack(deps, checkout);
    return continueWith({ ...unheld, refundingSince: now() });
  }
  // The buyer's page polls more often than a provider that refuses is to be asked.
  if (dueAt !== null && dueAt > now()) return wait({ dueAt });
  // Each time: a driver that was paused since it held again may have held meanwhile.
  await giveBack(deps, checkout);
  const outcome = await nullIfUnavailable(deps, checkout, async () => {
    const left = wholeRefund(attempt.id, await provider.void(attempt.id));
    if (left === null) return 'refunded';
    const refunded = await refundUnlessRefused(provider, attempt.id, left);
    return refunded ? 'refunded' : 'refused';
  });
  if (!outcome) return wait({ dueAt: soon(deps) });
  if (outcome === 'refused') {
    deps.log.error(
      { checkout: checkout._id },
      'the payment provider refuses the refund of a purchase that was sold out',
    );
    return wait({ dueAt: new Date(now().getTime() + refusedAgainMs) });
  }
  await queueSoldOutMail(deps, checkout);
  return wait({ status: 'REFUNDED', dueAt: null, ...withoutSecret(checkout) });
}

/** There is no order page to show what happened, so a mail explains it. */
async function queueSoldOutMail(deps: SagaDeps, checkout: CheckoutDocument): Promise<void> {
  const { _id, email, buyerUid, shippingAddress, frozen } = checkout;
  if (email === null || !frozen) return;
  const lines = frozen.lines.map(({ name, quantity }) => ({ name, quantity }));
  const { totalCents } = frozen.totals;
  const content = { kind: 'SOLD_OUT', name: shippingAddress?.fullName ?? '', totalCents, lines } as const;
  await queueMessage(deps, { content, order: null, event: _id, recipient: email, buyerUid });
}
