import { cancellationSteps } from './cancellationSteps';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';
import { refundSteps } from './refundSteps';
import { shipmentSteps } from './shipmentSteps';

/** So long others leave an order to whoever has just changed it. */
const othersAfterMs = 10_000;
const triesAtOnce = 20;

export const dueLater = ({ now }: Pick<OrderParts, 'now'>): Date => new Date(now().getTime() + othersAfterMs);

interface Work {
  readonly name: string;
  readonly run: (parts: OrderParts) => Promise<OrderChange>;
}

/**
 * Goes on with what was decided about an order: the caller who has decided it and the sweeper do it. Every step may be repeated,
 * and each ends in a compare-and-set. It rejects where the provider does not answer; the sweeper comes back to it.
 */
export async function driveOrder(parts: OrderParts, first: OrderDocument): Promise<OrderDocument> {
  const { orders } = parts.repositories;
  let order = first;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const work = nextWork(order);
    if (!work) return order;
    await parts.beforeStep?.(work.name);
    const change = await work.run(parts);
    const dueAt = nextWork({ ...order, ...change }) ? dueLater(parts) : null;
    order = (await orders.change(order, { ...change, dueAt })) ?? (await orders.find(order._id)) ?? order;
  }
  return order;
}

/** Refunds come before the cancellation, which gives back what they have left. */
function nextWork(order: OrderDocument): Work | null {
  return shipmentWork(order) ?? refundWork(order) ?? cancellationWork(order);
}

function shipmentWork(order: OrderDocument): Work | null {
  for (const fulfillment of order.fulfillments ?? []) {
    const { step } = fulfillment;
    if (step !== 'done')
      return { name: `shipment ${step}`, run: (parts) => shipmentSteps[step](parts, order, fulfillment) };
  }
  return null;
}

function refundWork(order: OrderDocument): Work | null {
  for (const refund of order.refunds ?? []) {
    const { step } = refund;
    if (step !== 'done' && step !== 'refused')
      return { name: `refund ${step}`, run: (parts) => refundSteps[step](parts, order, refund) };
  }
  return null;
}

function cancellationWork(order: OrderDocument): Work | null {
  const { cancellation } = order;
  if (!cancellation || cancellation.step === 'done') return null;
  const { step } = cancellation;
  return { name: step, run: (parts) => cancellationSteps[step](parts, order, cancellation) };
}

/** What the process cannot do now the sweeper does later; the order is answered as it is. */
export async function driveOrLeave(parts: OrderParts, order: OrderDocument): Promise<OrderDocument> {
  try {
    return await driveOrder(parts, order);
  } catch (error) {
    parts.log.warn({ order: order._id, err: error }, 'an order has to wait');
    return (await parts.repositories.orders.find(order._id)) ?? order;
  }
}
