import type { OrderDocument } from '../orders/orderDocument';
import { checkoutTarget } from './checkoutTargets';
import type { TestServer } from './startTestServer';

/** The number of an order with one shipped and one refunded piece. */
export async function sentAndRefunded(server: TestServer): Promise<string> {
  const { keys } = await checkoutTarget(server, 'order');
  const { number = '' } = keys;
  const at = new Date();
  const lines = [{ line: 0, quantity: 1 }];
  const fulfillment = {
    ...{ id: 'a'.repeat(24), lines, carrier: 'DHL', trackingNumber: '1', byUid: 'admin', step: 'done' as const },
    ...{ shippedAt: at, deliveredAt: null, undoUntil: at },
  };
  const refund = {
    ...{
      id: 'r',
      kind: 'refund' as const,
      lines: [],
      shippingCents: 0,
      extraCents: 100,
      taxCents: 0,
      amountCents: 100,
    },
    ...{ reason: 'Late', restock: false, byUid: 'admin', begunAt: at, doneAt: at, step: 'done' as const },
  };
  await server.db
    .collection<OrderDocument>('orders')
    .updateOne({ _id: number }, { $set: { fulfillments: [fulfillment], refunds: [refund] } });
  return number;
}
