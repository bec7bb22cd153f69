import type { OutboxDocument } from '../mail/outbox.repository';
import { messageIdOf } from '../mail/queueMessage';
import type { MessageSources } from '../mail/readMessage';
import type { OrderDocument } from './orderDocument';
import type { OrdersRepository } from './orders.repository';
import { isUnpaid } from './notifyCaptureFailure';

interface GateDeps extends Pick<MessageSources['repositories'], 'messages'> {
  readonly orders: Pick<OrdersRepository, 'allowMessage' | 'find'>;
}

/**
 * Whether the mailer may send a message. For a shipment, one write to the order decides it: of a mailer and a
 * concurrent undo or correction, the second one is rejected, however long either was paused. For the contact page:
 * whether any message is left, since its mail is queued first and the messages may be deleted. For a failed payment:
 * whether it is still failed.
 */
export const messageGate =
  ({ orders, messages }: GateDeps) =>
  async ({ _id, content, order }: Pick<OutboxDocument, '_id' | 'content' | 'order'>): Promise<boolean> => {
    if (content.kind === 'CONTACT_MESSAGES') return (await messages.writtenIn(content, 1)).count > 0;
    if (content.kind === 'PAYMENT_FAILED' && order !== null) return isUnpaidStill(await orders.find(order));
    if (content.kind !== 'ORDER_SHIPPED' || order === null) return true;
    const [fulfillment = '', correction] = _id.slice(messageIdOf({ content, order, event: '' }).length).split(':');
    return orders.allowMessage(order, fulfillment, Number(correction ?? 0));
  };

const isUnpaidStill = (order: OrderDocument | null): boolean => order !== null && isUnpaid(order);
