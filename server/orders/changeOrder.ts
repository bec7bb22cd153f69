import { UnavailableError } from '../errors';
import { driveOrder, dueLater } from './driveOrder';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';

/** Each lost try means that somebody else has changed the order just now. */
const triesAtOnce = 10;

/**
 * Decides a change on what is stored once nothing of the order of a payment is left to do, again where somebody else was faster, and answers
 * the changed order, with which its caller goes on. null: there is no order, or it is as it should be.
 */
export async function changeOrder(
  parts: OrderParts,
  paymentId: string,
  decide: (order: OrderDocument) => Promise<OrderChange | null>,
): Promise<OrderDocument | null> {
  const { orders } = parts.repositories;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const found = await orders.findByPayment(paymentId);
    if (!found) return null;
    // Of what is being given back just now it is known afterwards only.
    const order = await driveOrder(parts, found);
    const change = await decide(order);
    if (!change) return null;
    const changed = await orders.change(order, { ...change, dueAt: dueLater(parts) });
    if (changed) return changed;
  }
  throw new UnavailableError();
}
