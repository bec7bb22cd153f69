import { changeOrder } from '../orders/changeOrder';
import { driveOrder } from '../orders/driveOrder';
import type { OrderParts } from '../orders/orderParts';

/** Changes the order of a payment and drives it; rejects if a step fails. */
export async function mendOrder(
  parts: OrderParts,
  paymentId: string,
  decide: Parameters<typeof changeOrder>[2],
): Promise<void> {
  const changed = await changeOrder(parts, paymentId, decide);
  if (changed) await driveOrder(parts, changed);
}
