import { changeOrder } from '../orders/changeOrder';
import { driveOrder } from '../orders/driveOrder';
import type { OrderDeps } from '../orders/orderDeps';
import { withEvents } from '../orders/orderEvents';
import type { Difference } from './reconciliations.repository';

/** What an admin fixes. */
export interface Repair {
  readonly paymentId: string;
  readonly difference: Difference;
  readonly byUid: string;
}

/**
 * Changes the order of a payment and drives it; rejects if a step fails. `{}` is a change of the provider alone, null
 * none at all.
 */
export async function repairOrder(
  deps: OrderDeps,
  { paymentId, difference, byUid }: Repair,
  decide: Parameters<typeof changeOrder>[2],
): Promise<void> {
  const amountCents = Math.abs((difference.providerCents ?? 0) - (difference.orderCents ?? 0));
  const changed = await changeOrder(deps, paymentId, async (order) => {
    const change = await decide(order);
    const event = { at: deps.now(), kind: 'DIFFERENCE_FIXED', by: 'SHOP', byUid, amountCents } as const;
    return change && { ...change, timeline: withEvents({ ...order, ...change }, event) };
  });
  if (changed) await driveOrder(deps, changed);
}
