import type { Context } from '../context';
import { KioskError, UnavailableError } from '../errors';
import { captureOrder } from '../orders/capturePayments';
import type { OrderDocument } from '../orders/orderDocument';
import { drivingDeps } from '../orders/orders.service';

/** As captureOrder, but the caller gets an error if the provider does not answer. */
export async function captureForAdmin(
  context: Context,
  order: OrderDocument,
  byUid: string,
): Promise<OrderDocument | null> {
  const { repositories, provider, now, log } = drivingDeps(context);
  try {
    return await captureOrder({ orders: repositories.orders, provider, now }, order, { by: 'SHOP', byUid });
  } catch (error) {
    if (error instanceof KioskError) throw error;
    log.warn({ order: order._id, err: error }, 'a payment could not be captured');
    throw new UnavailableError('The payment service does not answer. Please try again.');
  }
}
