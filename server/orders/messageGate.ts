import type { OutboxDocument } from '../mail/outbox.repository';
import { messageIdOf } from '../mail/queueMessage';
import type { MessageSources } from '../mail/readMessage';
import type { OrderDocument } from './orderDocument';
import type { OrdersRepository } from './orders.repository';
import { isUnpaid } from './tellCaptureFailure';

interface GateParts extends Pick<MessageSources['repositories'], 'messages'> {
  readonly orders: Pick<OrdersRepository, 'letLeave' | 'find'>;
}

/**
 * Whether the mailer may send a message. Of a shipment's one write to the order decides it, however long the mailer, or whoever takes the
 * shipment back or corrects it, was paused before: the one that comes second is refused. Of the contact page, whether there is anything to
 * tell: its mail is queued before the message is kept, and the message may be deleted. Of a failed payment, whether it failed still.
 */
export const messageGate =
  ({ orders, messages }: GateParts) =>
  async ({ _id, content, order }: Pick<OutboxDocument, '_id' | 'content' | 'order'>): Promise<boolean> => {
    if (content.kind === 'CONTACT_MESSAGES') return (await messages.writtenIn(content, 1)).count > 0;
    if (content.kind === 'PAYMENT_FAILED' && order !== null) return isUnpaidStill(await orders.find(order));
    if (content.kind !== 'ORDER_SHIPPED' || order === null) return true;
    const [fulfillment = '', correction] = _id.slice(messageIdOf({ content, order, event: '' }).length).split(':');
    return orders.letLeave(order, fulfillment, Number(correction ?? 0));
  };

const isUnpaidStill = (order: OrderDocument | null): boolean => order !== null && isUnpaid(order);
