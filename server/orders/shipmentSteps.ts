import type { Shipment } from '../mail/outbox.repository';
import { messageIdOf, queueMessage, type NewMessage } from '../mail/queueMessage';
import { trackingUrl } from './carriers';
import type { OrderDocument, StoredFulfillment } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';

type Step = (deps: OrderDeps, order: OrderDocument, fulfillment: StoredFulfillment) => Promise<OrderChange>;

const withFulfillment = ({ fulfillments = [] }: OrderDocument, changed: StoredFulfillment): OrderChange => ({
  fulfillments: fulfillments.map((each) => (each.id === changed.id ? changed : each)),
});

const correctionsOf = ({ corrections = 0 }: StoredFulfillment): number => corrections;

/** Each correction has a message of its own. */
const eventOf = (id: string, correction: number): string => (correction === 0 ? id : `${id}:${correction}`);

/** Held back until the undo window has ended. */
function messageOf({ _id, lines, email, buyerUid }: OrderDocument, fulfillment: StoredFulfillment): NewMessage {
  const { id, carrier, trackingNumber, undoUntil, messageAfter = undoUntil } = fulfillment;
  const shipment: Shipment = {
    lines: fulfillment.lines.map(({ line, quantity }) => ({ name: lines[line]?.name ?? '', quantity })),
    ...{ carrier, trackingNumber, trackingUrl: trackingUrl(carrier, trackingNumber) },
  };
  const content = { kind: 'ORDER_SHIPPED', shipment } as const;
  return {
    content,
    order: _id,
    recipient: email,
    buyerUid,
    event: eventOf(id, correctionsOf(fulfillment)),
    sendAfter: messageAfter,
  };
}

const announce: Step = async (deps, order, fulfillment) => {
  const { orders, outbox } = deps.repositories;
  // Demo orders have no address.
  if (order.email !== '') {
    await withdrawBefore(deps, order, fulfillment);
    const message = await queueMessage(deps, messageOf(order, fulfillment));
    // Undone or corrected while this process was paused: the withdrawal came before the message was queued.
    const now = (await orders.find(order._id))?.fulfillments?.find(({ id }) => id === fulfillment.id);
    if (now?.undoneAt || (now && correctionsOf(now) > correctionsOf(fulfillment))) await outbox.withdraw(message);
  }
  return withFulfillment(order, { ...fulfillment, step: 'done' });
};

/** Withdraws an earlier message if it was not sent yet. */
async function withdrawBefore({ repositories }: OrderDeps, order: OrderDocument, fulfillment: StoredFulfillment) {
  for (let correction = 0; correction < correctionsOf(fulfillment); correction += 1) {
    const event = eventOf(fulfillment.id, correction);
    await repositories.outbox.withdraw(messageIdOf({ ...messageOf(order, fulfillment), event }));
  }
}

const withdraw: Step = async (deps, order, fulfillment) => {
  await withdrawBefore(deps, order, fulfillment);
  await deps.repositories.outbox.withdraw(messageIdOf(messageOf(order, fulfillment)));
  return withFulfillment(order, { ...fulfillment, step: 'done' });
};

export const shipmentSteps: Readonly<Record<Exclude<StoredFulfillment['step'], 'done'>, Step>> = {
  message: announce,
  withdrawal: withdraw,
};
