import { finalStatuses } from '../checkout/checkouts.repository';
import { driveCheckout } from '../checkout/driveCheckout';
import type { SagaParts } from '../checkout/sagaParts';
import { UnavailableError } from '../errors';

/**
 * Money that no order has: a checkout that can still become one is driven on; otherwise all of it goes back. Its key is the one under which
 * a checkout gives back what it cannot serve, so that both together do it once.
 */
export async function mendOrphan(parts: SagaParts, paymentId: string): Promise<void> {
  const { provider, repositories } = parts;
  const [id = ''] = paymentId.split(':');
  const checkout = await driveCheckout(parts, id);
  if (await repositories.orders.findByPayment(paymentId)) return;
  const isOver = !checkout || checkout.status === 'OPEN' || finalStatuses.includes(checkout.status);
  if (!isOver && checkout.attempt?.id === paymentId)
    throw new UnavailableError('Its purchase is still under way. Please try again.');
  const { capturedCents, refundedCents } = await provider.void(paymentId);
  const amountCents = capturedCents - refundedCents;
  if (amountCents > 0) await provider.refund(paymentId, { id: `${paymentId}:all`, amountCents });
}
