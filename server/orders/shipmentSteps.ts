import type { Shipment } from '../mail/outbox.repository';
import { messageIdOf, queueMessage, type NewMessage } from '../mail/queueMessage';
import { trackingUrl } from './carriers';
import type { OrderDocument, StoredFulfillment } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';

type Step = (parts: OrderParts, order: OrderDocument, fulfillment: StoredFulfillment) => Promise<OrderChange>;

const withFulfillment = ({ fulfillments = [] }: OrderDocument, changed: StoredFulfillment): OrderChange => ({
  fulfillments: fulfillments.map((each) => (each.id === changed.id ? changed : each)),
});

/** That is held back until it cannot be undone any more. */
function messageOf({ _id, lines, email, buyerUid }: OrderDocument, fulfillment: StoredFulfillment): NewMessage {
  const { id, carrier, trackingNumber, undoUntil } = fulfillment;
  const shipment: Shipment = {
    lines: fulfillment.lines.map(({ line, quantity }) => ({ name: lines[line]?.name ?? '', quantity })),
    ...{ carrier, trackingNumber, trackingUrl: trackingUrl(carrier, trackingNumber) },
  };
  const content = { kind: 'ORDER_SHIPPED', shipment } as const;
  return { content, order: _id, recipient: email, buyerUid, event: id, sendAfter: undoUntil };
}

const announce: Step = async (parts, order, fulfillment) => {
  const { orders, outbox } = parts.repositories;
  // Orders of the demo shop have no address.
  if (order.email !== '') {
    const message = await queueMessage(parts, messageOf(order, fulfillment));
    // Undone while this process was paused: its message was withdrawn before it was there.
    const now = (await orders.find(order._id))?.fulfillments?.find(({ id }) => id === fulfillment.id);
    if (now?.undoneAt) await outbox.withdraw(message);
  }
  return withFulfillment(order, { ...fulfillment, step: 'done' });
};

const withdraw: Step = async ({ repositories }, order, fulfillment) => {
  await repositories.outbox.withdraw(messageIdOf(messageOf(order, fulfillment)));
  return withFulfillment(order, { ...fulfillment, step: 'done' });
};

export const shipmentSteps: Readonly<Record<Exclude<StoredFulfillment['step'], 'done'>, Step>> = {
  message: announce,
  withdrawal: withdraw,
};
