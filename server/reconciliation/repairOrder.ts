import { changeOrder } from '../orders/changeOrder';
import { driveOrder } from '../orders/driveOrder';
import type { OrderDeps } from '../orders/orderDeps';

/** Changes the order of a payment and drives it; rejects if a step fails. */
export async function repairOrder(
  deps: OrderDeps,
  paymentId: string,
  decide: Parameters<typeof changeOrder>[2],
): Promise<void> {
  const changed = await changeOrder(deps, paymentId, decide);
  if (changed) await driveOrder(deps, changed);
}
