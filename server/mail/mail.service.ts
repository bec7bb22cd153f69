import { randomUUID } from 'node:crypto';
import { withAudit } from '../audit/withAudit';
import { authorize, isAdmin, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError, NotFoundError, UnavailableError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import type { SortOrder } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { outboxFilterInput, outboxMessageInput, resendMessageInput } from './mail.input';
import type { OutboxDocument } from './outbox.repository';
import { messageIdOf, queueMessage, type NewMessage } from './queueMessage';
import type { ReadMessage } from './readMessage';

export type OutboxListing = Listing<OutboxDocument>;

const newest: SortOrder = { field: 'createdAt', direction: -1, isRarelyTied: true, hasTextIds: true };
const ids = /^.{1,200}$/s;
const maxBesideOrder = 20;
const maxInTimeline = 500;
const recordedResends = 20;

export async function listOutboxMessages(context: Context, input: ListArguments): Promise<OutboxListing> {
  await authorize(context, 'outboxMessages');
  const status = parseInput(outboxFilterInput, input.filter);
  const request = pageRequest(parseInput(pageInput, input), ['outboxMessages', status], ids);
  const list = indexedList(context.repositories.outbox.list, newest, status === null ? {} : { status });
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['outboxMessages', status], count),
  });
}

export async function findOutboxMessage(context: Context, input: unknown): Promise<OutboxDocument> {
  await authorize(context, 'outboxMessage');
  return requireMessage(context, parseInput(outboxMessageInput, input).id);
}

async function requireMessage({ repositories: { outbox } }: Context, id: string): Promise<OutboxDocument> {
  const message = await outbox.find(id);
  if (!message) throw new NotFoundError('There is no such message.', 'id');
  return message;
}

/**
 * Starts a new series of attempts. A sent message is sent as a new one, a failed one as the same: a caller who has seen
 * it failed, and does not know that it was sent since, names the version.
 */
export async function resendMessage(context: Context, input: unknown): Promise<OutboxDocument> {
  const { viewer } = await authorize(context, 'resendMessage');
  const seen = parseInput(resendMessageInput, input);
  const message = await requireMessage(context, seen.id);
  const { _id, status, order, version, resends = [], sentAt, failedAt = null } = message;
  if (seen.version !== null && seen.version !== version)
    throw new ConflictError('This message was sent or changed meanwhile. Look again.', 'version');
  if (status !== 'SENT' && status !== 'FAILED') throw isWaiting();
  const changes = [{ field: 'status', before: status, after: 'PENDING' }];
  const intent = { actorUid: viewer.uid, kind: 'RESEND_MESSAGE', subject: order, subjectId: _id } as const;
  const endedAt = status === 'SENT' ? sentAt : failedAt;
  return withAudit(context, { ...intent, subjectVersion: version, changes }, async () => {
    const resend = { at: context.now(), byUid: viewer.uid, status, endedAt };
    const changed = await context.repositories.outbox.change(message, {
      ...{ resends: [...resends, resend].slice(-recordedResends), failedAt: null },
      ...{ status: 'PENDING', dueAt: context.now(), attempts: 0, firstAttemptAt: null, lastError: null },
      ...(status === 'SENT' && { messageId: randomUUID(), sentAt: null }),
    });
    if (!changed) throw isWaiting();
    return changed;
  });
}

const isWaiting = () => new ConflictError('This message is waiting to be sent.');

/** To the admin's own address only, so that it cannot be abused. */
export async function sendTestMessage(context: Context): Promise<OutboxDocument> {
  const { viewer, record } = await authorize(context, 'sendTestMessage');
  const recipient = record?.email ?? viewer.email;
  if (recipient === null) throw new ConflictError('Your account has no e-mail.');
  const event = newId(context).toHexString();
  const message: NewMessage = { content: { kind: 'TEST' }, order: null, event, recipient, buyerUid: viewer.uid };
  const subjectId = messageIdOf(message);
  const intent = { actorUid: viewer.uid, kind: 'SEND_TEST_MESSAGE', subject: 'Test message', subjectId } as const;
  return withAudit(context, { ...intent, changes: [] }, async () =>
    requireMessage(context, await queueMessage(context, message)),
  );
}

/** Of an order visible to the caller; null where mail is configured. */
export async function messagesOfOrder(context: Context, order: string): Promise<OutboxDocument[] | null> {
  if (!context.mail.isShownToBuyers) return null;
  const messages = await context.repositories.outbox.findByOrder(order, maxBesideOrder);
  // Messages that can still be withdrawn were not sent either.
  return messages.filter(({ sendAfter }) => sendAfter <= context.now());
}

/** For the admins' timeline; null for everyone else. */
export async function outboxOfOrder(context: Context, order: string): Promise<OutboxDocument[] | null> {
  if (!isAdmin(await signedInIfPossible(context))) return null;
  return context.repositories.outbox.findByOrder(order, maxInTimeline);
}

/** null: its order or its contact messages were deleted. */
export async function contentOf(context: Context, message: OutboxDocument): Promise<ReadMessage | null> {
  try {
    return await context.mail.read(message);
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    if (error instanceof NotFoundError) return null;
    context.log.error({ message: message._id, err: error }, 'a message cannot be written');
    return null;
  }
}
