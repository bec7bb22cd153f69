import { changeOrder } from './changeOrder';
import { tryDriveOrder } from './driveOrder';
import { syncChange } from './syncChange';
import type { OrderDeps } from './orderDeps';

/**
 * Merges the provider's state of a payment into its order: failed refunds, captures and refunds made in the provider's
 * dashboard, and disputes. Idempotent.
 */
export async function syncPayment(deps: OrderDeps, paymentId: string): Promise<void> {
  const changed = await changeOrder(deps, paymentId, async (order) => {
    const state = await deps.provider.findState(paymentId);
    return state && syncChange(order, state, deps.now());
  });
  if (changed) await tryDriveOrder(deps, changed);
}
