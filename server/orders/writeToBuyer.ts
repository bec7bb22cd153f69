import { queueMessage, type MailParts, type NewMessage } from '../mail/queueMessage';
import type { OrderDocument } from './orderDocument';

/** Once, however often it is repeated. Orders of the demo shop, and finished ones of a deleted person, have no address. */
export async function writeToBuyer(
  parts: MailParts,
  { _id, email, buyerUid }: Pick<OrderDocument, '_id' | 'email' | 'buyerUid'>,
  message: Pick<NewMessage, 'content' | 'event'>,
): Promise<void> {
  if (email !== '') await queueMessage(parts, { ...message, order: _id, recipient: email, buyerUid });
}
