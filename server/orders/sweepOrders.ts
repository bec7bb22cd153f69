import { driveOrder } from './driveOrder';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';

const batch = 50;
/** The next sweep takes what is left. */
const batchesAtOnce = 20;
/** Until what failed is tried again. */
const postponedMs = 30_000;

/** Goes on with orders that were ended and that nobody is at work on. */
export async function sweepOrders(parts: OrderParts): Promise<void> {
  const { repositories, now } = parts;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    const due = await repositories.orders.findDue(now(), batch);
    for (const order of due) await driveOrPostpone(parts, order);
    if (due.length < batch) return;
  }
}

/** One that fails again and again must not keep the others waiting. */
async function driveOrPostpone(parts: OrderParts, order: OrderDocument): Promise<void> {
  const { repositories, now, log } = parts;
  try {
    await driveOrder(parts, order);
  } catch (error) {
    log.error({ order: order._id, err: error }, 'order');
    await repositories.orders.postpone(order._id, now(), new Date(now().getTime() + postponedMs));
  }
}
