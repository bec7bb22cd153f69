import { queueMessage } from '../mail/queueMessage';
import type { PaymentState } from '../payments/provider';
import { stateOfAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { giveBack } from './holdSteps';
import { asked, isPaymentDone, paymentOf, requireTotal, soon } from './paymentSteps';
import type { SagaParts } from './sagaParts';
import { goOn, keptUntil, wait, withoutSecret, type Step } from './steps';

/** Holds are released only after the payment is voided at the provider. */
export async function release(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { releaseTo } = checkout;
  const payment = await endPayment(parts, checkout);
  if (payment === null) return wait({ dueAt: soon(parts) });
  if (payment !== 'ended') return goOn({ status: 'PAID', attempt: stateOfAttempt(checkout, payment), releaseTo: null });
  await giveBack(parts, checkout);
  const status = releaseTo ?? 'EXPIRED';
  const isFinal = status !== 'OPEN';
  return wait({
    status,
    releaseTo: null,
    heldUntil: null,
    attempt: null,
    dueAt: null,
    ...(isFinal ? { expiresAt: keptUntil(parts) } : { frozen: null }),
  });
}

/** Cancelling voids the payment in any state; an expired hold does not void one that succeeded just in time. */
async function endPayment(parts: SagaParts, checkout: CheckoutDocument): Promise<PaymentState | 'ended' | null> {
  const { provider } = parts;
  const { attempt, releaseTo } = checkout;
  if (!attempt) return 'ended';
  return asked(parts, checkout, async () => {
    // Also voids an attempt that was not started yet, so that a paused driver cannot start it later.
    const state = (await provider.look(attempt.id)) ?? (await provider.start(paymentOf(checkout)));
    const last = isPaymentDone(state) && releaseTo !== 'CANCELLED' ? state : await provider.void(attempt.id);
    return isPaymentDone(last) ? requireTotal(checkout, last) : 'ended';
  });
}

export async function refund(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { provider } = parts;
  const { attempt } = checkout;
  if (!attempt) throw new Error('Nothing was paid.');
  const refunded = await asked(parts, checkout, async () => {
    const { capturedCents, refundedCents } = await provider.void(attempt.id);
    const amountCents = capturedCents - refundedCents;
    if (amountCents > 0) await provider.refund(attempt.id, { id: `${attempt.id}:all`, amountCents });
    return true;
  });
  if (!refunded) return wait({ dueAt: soon(parts) });
  await giveBack(parts, checkout);
  await apologize(parts, checkout);
  const ended = { status: 'REFUNDED', heldUntil: null, dueAt: null, expiresAt: keptUntil(parts) } as const;
  return wait({ ...ended, ...withoutSecret(checkout) });
}

/** There is no order page to show what happened, so a mail explains it. */
async function apologize(parts: SagaParts, checkout: CheckoutDocument): Promise<void> {
  const { _id, email, buyerUid, shippingAddress, frozen } = checkout;
  if (email === null || !frozen) return;
  const lines = frozen.lines.map(({ name, quantity }) => ({ name, quantity }));
  const { totalCents } = frozen.totals;
  const content = { kind: 'SOLD_OUT', name: shippingAddress?.fullName ?? '', totalCents, lines } as const;
  await queueMessage(parts, { content, order: null, event: _id, recipient: email, buyerUid });
}
