import { driveOrder } from './driveOrder';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';

const batch = 50;
/** The next sweep continues with the rest. */
const batchesAtOnce = 20;
/** Retry delay after a failure. */
const postponedMs = 30_000;

/** Drives orders with pending steps and no live lease. */
export async function sweepOrders(parts: OrderParts): Promise<void> {
  const { repositories, now } = parts;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    const due = await repositories.orders.findDue(now(), batch);
    for (const order of due) await driveOrPostpone(parts, order);
    if (due.length < batch) return;
  }
}

/** An order that fails repeatedly must not block the others. */
async function driveOrPostpone(parts: OrderParts, order: OrderDocument): Promise<void> {
  const { repositories, now, log } = parts;
  try {
    await driveOrder(parts, order);
  } catch (error) {
    log.error({ order: order._id, err: error }, 'order');
    await repositories.orders.postpone(order._id, now(), new Date(now().getTime() + postponedMs));
  }
}
