import { changeOrder } from '../orders/changeOrder';
import { driveOrder } from '../orders/driveOrder';
import type { OrderDeps } from '../orders/orderDeps';
import { timelineOf, withEvents } from '../orders/orderEvents';
import type { Difference } from './reconciliations.repository';

/** What an admin fixes. */
export interface Repair {
  readonly paymentId: string;
  readonly difference: Difference;
  readonly byUid: string;
}

/**
 * Changes the order of a payment and drives it; rejects if a step fails. `{}` is a change of the provider alone, which
 * is recorded once; null is none at all.
 */
export async function repairOrder(
  deps: OrderDeps,
  { paymentId, difference, byUid }: Repair,
  decide: Parameters<typeof changeOrder>[2],
): Promise<void> {
  const { id: differenceId, providerCents, orderCents } = difference;
  const amountCents = Math.abs((providerCents ?? 0) - (orderCents ?? 0));
  const changed = await changeOrder(deps, paymentId, async (order) => {
    const change = await decide(order);
    const isRecorded = timelineOf(order).some((event) => event.differenceId === differenceId);
    if (!change || (isRecorded && Object.keys(change).length === 0)) return null;
    const event = { at: deps.now(), kind: 'DIFFERENCE_FIXED', by: 'SHOP', byUid, amountCents, differenceId } as const;
    return { ...change, timeline: withEvents({ ...order, ...change }, event) };
  });
  if (changed) await driveOrder(deps, changed);
}

/** Records a repair that has changed the order by itself, once. */
export const recordRepair = (deps: OrderDeps, repair: Repair): Promise<void> =>
  repairOrder(deps, repair, () => Promise.resolve({}));
