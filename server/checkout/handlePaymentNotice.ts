import { driveCheckoutNow } from './driveCheckout';
import { syncPayment } from '../orders/syncPayment';
import type { SagaDeps } from './sagaDeps';

/** Advances the checkout and the order of a payment that has changed at its provider; unknown payments are ignored. */
export async function handlePaymentNotice(deps: SagaDeps, paymentId: string): Promise<void> {
  const [id = ''] = paymentId.split(':');
  await driveCheckoutNow(deps, id);
  await syncPayment(deps, paymentId);
}
