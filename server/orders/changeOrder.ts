import { UnavailableError } from '../errors';
import { driveOrder, nextDueAt } from './driveOrder';
import type { OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';

/** Each failed try means a concurrent change. */
const maxTries = 10;

/**
 * Drives the order of a payment until no step is pending, then stores the change that `decide` makes of it, and returns
 * the changed order. Retries after concurrent changes. null: there is no such order, or nothing to change.
 */
export async function changeOrder(
  deps: OrderDeps,
  paymentId: string,
  decide: (order: OrderDocument) => Promise<OrderChange | null>,
): Promise<OrderDocument | null> {
  const { orders } = deps.repositories;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await orders.findByPayment(paymentId);
    if (!found) return null;
    // The outcome of a pending refund is needed for the decision.
    const order = await driveOrder(deps, found);
    const change = await decide(order);
    if (!change) return null;
    const changed = await orders.change(order, { ...change, dueAt: nextDueAt(deps) });
    if (changed) return changed;
  }
  throw new UnavailableError();
}
