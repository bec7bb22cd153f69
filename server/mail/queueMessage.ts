import { randomUUID } from 'node:crypto';
import type { MessageContent, OutboxDocument, OutboxRepository } from './outbox.repository';

/** Far longer than any saga is retried: a repeated queueing still finds the message. */
export const messageDays = 90;
const dayMs = 24 * 60 * 60_000;

export interface MailDeps {
  readonly repositories: { readonly outbox: Pick<OutboxRepository, 'insert'> };
  readonly now: () => Date;
}

export interface NewMessage {
  readonly content: MessageContent;
  /** The number of its order. */
  readonly order: string | null;
  /** The order's e-mail address. */
  readonly recipient: string;
  readonly buyerUid: string | null;
  /** Tells apart messages of one kind and order: a refund's id, a shipment's id. */
  readonly event?: string;
  /** The end of an undo window; missing: at once. */
  readonly sendAfter?: Date;
}

export const messageIdOf = ({ content, order, event }: Pick<NewMessage, 'content' | 'order' | 'event'>): string =>
  [content.kind, order, event].filter((part) => part != null).join(':');

/**
 * Queues a message from a saga step; idempotent. The mailer sends it; without SMTP, admins can read it. Returns its id,
 * by which it can be withdrawn until `sendAfter`.
 */
export async function queueMessage({ repositories, now }: MailDeps, message: NewMessage): Promise<string> {
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
