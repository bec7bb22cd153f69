import { randomUUID } from 'node:crypto';
import type { MessageContent, OutboxDocument, OutboxRepository } from './outbox.repository';

/** Far longer than a purchase or a refund is gone on with: what is queued again still meets the message. */
export const messageDays = 90;
const dayMs = 24 * 60 * 60_000;

export interface MailParts {
  readonly repositories: { readonly outbox: Pick<OutboxRepository, 'insert'> };
  readonly now: () => Date;
}

export interface NewMessage {
  readonly content: MessageContent;
  /** The number of the order that it is about. */
  readonly order: string | null;
  /** The order's e-mail. */
  readonly recipient: string;
  readonly buyerUid: string | null;
  /** Where an order can have several of the kind, which one: a refund's id, a shipment's id. */
  readonly event?: string;
  /** The end of an undo window; at once where it is not given. */
  readonly sendAfter?: Date;
}

export const messageIdOf = ({ content, order, event }: Pick<NewMessage, 'content' | 'order' | 'event'>): string =>
  [content.kind, order, event].filter((part) => part != null).join(':');

/**
 * Called in a saga's step: may be repeated, and whoever comes second changes nothing. The message is sent by the worker, or, without
 * SMTP, stays for admins to read. Answers its id, by which it can be withdrawn until `sendAfter`.
 */
export async function queueMessage({ repositories, now }: MailParts, message: NewMessage): Promise<string> {
  const { content, order, recipient, buyerUid, sendAfter = now() } = message;
  const createdAt = now();
  const document: OutboxDocument = {
    ...{ _id: messageIdOf(message), content, order, recipient, buyerUid, messageId: randomUUID() },
    ...{ status: 'PENDING', sendAfter, dueAt: sendAfter, attempts: 0, firstAttemptAt: null, lastError: null },
    ...{ sentAt: null, createdAt, expiresAt: new Date(createdAt.getTime() + messageDays * dayMs), version: 1 },
  };
  await repositories.outbox.insert(document);
  return document._id;
}
