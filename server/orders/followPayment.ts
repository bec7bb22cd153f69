import { changeOrder } from './changeOrder';
import { driveOrLeave } from './driveOrder';
import { followedChange } from './followedChange';
import type { OrderParts } from './orderParts';

/**
 * Merges the provider's state of a payment into its order: failed refunds, captures and refunds made in the provider's
 * dashboard, and disputes. Idempotent.
 */
export async function followPayment(parts: OrderParts, paymentId: string): Promise<void> {
  const changed = await changeOrder(parts, paymentId, async (order) => {
    const state = await parts.provider.look(paymentId);
    return state && followedChange(order, state, parts.now());
  });
  if (changed) await driveOrLeave(parts, changed);
}
