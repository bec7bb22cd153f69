import { driveCheckout } from './driveCheckout';
import { followPayment } from '../orders/followPayment';
import type { SagaParts } from './sagaParts';

/** Advances the checkout and the order of a payment that has changed at its provider; unknown payments are ignored. */
export async function followNotice(parts: SagaParts, paymentId: string): Promise<void> {
  const [checkout = ''] = paymentId.split(':');
  await driveCheckout(parts, checkout);
  await followPayment(parts, paymentId);
}
