import { driveCheckout } from './driveCheckout';
import { followPayment } from '../orders/followPayment';
import type { SagaParts } from './sagaParts';

/** A payment has changed at its provider: its checkout and its order go on. A payment that nobody knows is none of ours. */
export async function followNotice(parts: SagaParts, paymentId: string): Promise<void> {
  const [checkout = ''] = paymentId.split(':');
  await driveCheckout(parts, checkout);
  await followPayment(parts, paymentId);
}
