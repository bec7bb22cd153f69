import { driveCheckout } from './driveCheckout';
import { syncPayment } from '../orders/syncPayment';
import type { SagaDeps } from './sagaDeps';

/** Advances the checkout and the order of a payment that has changed at its provider; unknown payments are ignored. */
export async function handlePaymentNotice(deps: SagaDeps, paymentId: string): Promise<void> {
  const { checkouts } = deps.repositories;
  const [id = ''] = paymentId.split(':');
  const found = await checkouts.find(id);
  const waits = found?.status === 'REFUNDING' && found.dueAt !== null && found.dueAt > deps.now();
  // What has changed there may let a refused refund through, or be that refund.
  const checkout = waits ? await checkouts.change(found, { dueAt: deps.now() }) : found;
  await driveCheckout(deps, id, checkout ?? undefined);
  await syncPayment(deps, paymentId);
}
