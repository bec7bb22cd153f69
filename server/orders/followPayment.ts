import { changeOrder } from './changeOrder';
import { driveOrLeave } from './driveOrder';
import { followedChange } from './followedChange';
import type { OrderParts } from './orderParts';

/**
 * The provider has said something about an order's payment: what it had given back may not have arrived, and in its dashboard somebody may
 * have taken or given back money, or a holder of the card disputes it. What happened becomes part of the order, once.
 */
export async function followPayment(parts: OrderParts, paymentId: string): Promise<void> {
  const changed = await changeOrder(parts, paymentId, async (order) => {
    const state = await parts.provider.look(paymentId);
    return state && followedChange(order, state, parts.now());
  });
  if (changed) await driveOrLeave(parts, changed);
}
