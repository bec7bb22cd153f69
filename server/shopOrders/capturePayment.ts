import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError } from '../errors';
import { parseInput } from '../graphql/input';
import type { OrderDocument } from '../orders/orderDocument';
import { orderDepsOf } from '../orders/orders.service';
import { captureForAdmin } from './captureForAdmin';
import { executeOrderCommand } from './executeOrderCommand';
import { captureFailed, isPaid, requireProvider, requireUndoOver } from './planShipment';
import { captureInput } from './shopOrders.input';

/** Captures the authorized amount now, also after a failed capture. */
export async function capturePayment(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'capturePayment');
  const { number, version } = parseInput(captureInput, input);
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind: 'CAPTURE_PAYMENT', number, version },
    isApplied: isPaid,
    changesOf(order) {
      requireCapturable(context, order);
      return [{ field: 'paymentStatus', before: order.payment.status, after: 'paid' }];
    },
    async apply(order) {
      requireCapturable(context, order);
      const captured = await captureForAdmin(context, order, viewer.uid);
      if (captured && !isPaid(captured)) throw captureFailed();
      return captured;
    },
  });
}

function requireCapturable(context: Context, order: OrderDocument): void {
  const { status, payment } = order;
  if (status === 'cancelled') throw new ConflictError('The order was cancelled.', 'number');
  if (payment.status === 'refunded') throw new ConflictError('The payment was refunded in full.', 'number');
  const deps = orderDepsOf(context);
  requireProvider(deps, order);
  requireUndoOver(deps, order);
}
