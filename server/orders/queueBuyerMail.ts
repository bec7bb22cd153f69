import { queueMessage, type MailDeps, type NewMessage } from '../mail/queueMessage';
import type { OrderDocument } from './orderDocument';

/** Queued once, however often it is called. Demo orders, and finished ones of deleted people, have no address. */
export async function queueBuyerMail(
  deps: MailDeps,
  { _id, email, buyerUid }: Pick<OrderDocument, '_id' | 'email' | 'buyerUid'>,
  message: Pick<NewMessage, 'content' | 'event'>,
): Promise<void> {
  if (email !== '') await queueMessage(deps, { ...message, order: _id, recipient: email, buyerUid });
}
