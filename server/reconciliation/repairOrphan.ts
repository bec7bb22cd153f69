import { isUnderWay } from '../checkout/checkouts.repository';
import { driveCheckoutNow } from '../checkout/driveCheckout';
import type { SagaDeps } from '../checkout/sagaDeps';
import { UnavailableError } from '../errors';
import { wholeRefund } from '../payments/wholeRefund';

/**
 * A payment without an order: if its checkout can still become one, drives it; otherwise refunds the payment. Shares
 * the checkout's refund key, so that both refund it only once.
 */
export async function repairOrphan(deps: SagaDeps, paymentId: string): Promise<void> {
  const { provider, repositories } = deps;
  const [id = ''] = paymentId.split(':');
  const checkout = await driveCheckoutNow(deps, id);
  if (await repositories.orders.findByPayment(paymentId)) return;
  // REFUNDING: asked here as well, so that the admin hears what the provider says to it.
  const mayBeOrder = checkout !== null && isUnderWay(checkout) && checkout.status !== 'REFUNDING';
  if (mayBeOrder && checkout.attempt?.id === paymentId)
    throw new UnavailableError('Its purchase is still under way. Please try again.');
  const left = wholeRefund(paymentId, await provider.void(paymentId));
  if (left) await provider.refund(paymentId, left);
}
