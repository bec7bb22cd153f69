import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';
import { writeToBuyer } from './writeToBuyer';

/** Still unpaid: no mail if it was paid or cancelled since. */
export const isUnpaid = ({ status, payment }: Pick<OrderDocument, 'status' | 'payment'>): boolean =>
  status !== 'cancelled' && (payment.status === 'failed' || payment.status === 'capturing');

export async function tellCaptureFailure(parts: OrderParts, order: OrderDocument): Promise<OrderChange> {
  if (isUnpaid(order)) await writeToBuyer(parts, order, { content: { kind: 'PAYMENT_FAILED' } });
  return { payment: { ...order.payment, isFailureTold: true } };
}
