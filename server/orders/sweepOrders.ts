import { driveOrder } from './driveOrder';
import type { OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 20;
/** Retry delay after a failure. */
const postponedMs = 30_000;

/** Drives orders with pending steps and no live lease. `isOver`: what is left waits for the next sweep. */
export async function sweepOrders(deps: OrderDeps, isOver = () => false): Promise<void> {
  const { repositories, now } = deps;
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const due = await repositories.orders.findDue(now(), batchSize);
    for (const order of due) {
      if (isOver()) return;
      await driveOrPostpone(deps, order);
    }
    if (due.length < batchSize) return;
  }
}

/** An order that fails repeatedly must not block the others. */
async function driveOrPostpone(deps: OrderDeps, order: OrderDocument): Promise<void> {
  const { repositories, now, log } = deps;
  try {
    await driveOrder(deps, order);
  } catch (error) {
    log.error({ order: order._id, err: error }, 'order');
    await repositories.orders.postpone(order._id, now(), new Date(now().getTime() + postponedMs));
  }
}
