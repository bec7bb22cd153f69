import { UnavailableError } from '../errors';
import { changeOrder } from '../orders/changeOrder';
import { driveOrder } from '../orders/driveOrder';
import type { OrderDeps } from '../orders/orderDeps';
import type { OrderDocument, StoredOrderEvent } from '../orders/orderDocument';
import { timelineOf, withEvents } from '../orders/orderEvents';
import type { Difference } from './reconciliations.repository';

export interface RecordDeps {
  readonly repositories: Pick<OrderDeps['repositories'], 'orders'>;
  readonly now: () => Date;
}

/** What an admin fixes. */
export interface Repair {
  readonly paymentId: string;
  readonly difference: Difference;
  readonly byUid: string;
}

/** Each failed try means a concurrent change. */
const maxTries = 10;

/**
 * Changes the order of a payment and drives it; rejects if a step fails. `{}` is a change of the provider alone, which
 * is recorded once; null is none at all.
 */
export async function repairOrder(
  deps: OrderDeps,
  repair: Repair,
  decide: Parameters<typeof changeOrder>[2],
): Promise<void> {
  const changed = await changeOrder(deps, repair.paymentId, async (order) => {
    const change = await decide(order);
    if (!change || (isRecorded(order, repair) && Object.keys(change).length === 0)) return null;
    return { ...change, timeline: withRepair({ ...order, ...change }, repair, deps.now()) };
  });
  if (changed) await driveOrder(deps, changed);
}

/** Records a repair that has changed the order by itself, once. No pending step depends on that, so none is driven. */
export async function recordRepair({ repositories: { orders }, now }: RecordDeps, repair: Repair): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await orders.findByPayment(repair.paymentId);
    if (!order || isRecorded(order, repair)) return;
    if (await orders.change(order, { timeline: withRepair(order, repair, now()) })) return;
  }
  throw new UnavailableError();
}

const isRecorded = (order: OrderDocument, { difference }: Repair): boolean =>
  timelineOf(order).some(({ differenceId }) => differenceId === difference.id);

function withRepair(order: OrderDocument, { difference, byUid }: Repair, at: Date): readonly StoredOrderEvent[] {
  const { id: differenceId, providerCents, orderCents } = difference;
  const amountCents = Math.abs((providerCents ?? 0) - (orderCents ?? 0));
  return withEvents(order, { at, kind: 'DIFFERENCE_FIXED', by: 'SHOP', byUid, amountCents, differenceId });
}
