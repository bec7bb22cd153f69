import type { OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';
import { queueBuyerMail } from './queueBuyerMail';

/** Still unpaid: no mail if it was paid or cancelled since. */
export const isUnpaid = ({ status, payment }: Pick<OrderDocument, 'status' | 'payment'>): boolean =>
  status !== 'cancelled' && (payment.status === 'failed' || payment.status === 'capturing');

export async function notifyCaptureFailure(deps: OrderDeps, order: OrderDocument): Promise<OrderChange> {
  if (isUnpaid(order)) await queueBuyerMail(deps, order, { content: { kind: 'PAYMENT_FAILED' } });
  return { payment: { ...order.payment, isFailureTold: true } };
}
