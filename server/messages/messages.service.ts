import { authorize, ownerIfSignedIn } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { requireEmail } from '../users/resolvePerson';
import { insertWithMail } from './insertWithMail';
import { markContactMessagesReadInput, sendContactMessageInput } from './messages.input';
import { dayMs, maxStoredMessages, type ContactMessageDocument } from './messages.repository';

export type ContactMessageListing = Listing<ContactMessageDocument>;

export async function listContactMessages(context: Context, input: ListArguments): Promise<ContactMessageListing> {
  await authorize(context, 'contactMessages');
  const request = pageRequest(parseInput(pageInput, input), ['contactMessages']);
  const list = indexedList(context.repositories.messages.list, newestFirst);
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['contactMessages'], count),
  });
}

/** Stored verbatim for the shop's staff; with the sender's uid, so that it can be deleted with the account. */
export async function sendContactMessage(context: Context, input: unknown): Promise<ContactMessageDocument> {
  await authorize(context, 'sendContactMessage');
  const { name, email, message } = parseInput(sendContactMessageInput, input);
  const { messages } = context.repositories;
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + context.contactRetentionDays * dayMs);
  const written = { _id: newId(context), name, email: requireEmail(email), message, createdAt, expiresAt };
  const senderUid = await senderOf(context);
  const document = senderUid === null ? written : { ...written, senderUid };
  // A retry of an earlier request with the same Idempotency-Key: the message exists.
  const kept = await messages.findById(document._id);
  if (kept) return kept;
  await makeRoom(context);
  if (await insertWithMail(context, document)) return document;
  const twin = await messages.findById(document._id);
  if (!twin) throw new ConflictError('This request was made before.');
  return twin;
}

/** Per message: several that come at once may have passed the limit. */
const maxDeletedPerCall = 100;

/** Whether it will do is for people to decide, who have not read them for months. */
const fullRetrySeconds = 3_600;

async function makeRoom({ repositories: { messages }, log }: Context): Promise<void> {
  const excess = (await messages.count(maxStoredMessages + maxDeletedPerCall - 1)) + 1 - maxStoredMessages;
  if (excess <= 0) {
    isFullLogged = false;
    return;
  }
  if ((await messages.deleteOldestRead(excess)) > 0) return warnOfDeletion(log);
  warnOfFullStore(log);
  const refusal = 'Too many messages wait to be read: the shop takes no more until it has read some of them.';
  throw new ConflictError(refusal, undefined, fullRetrySeconds);
}

let isFullLogged = false;

/** Once until a message is taken again, or refused callers would fill the log. */
function warnOfFullStore(log: Context['log']): void {
  if (isFullLogged) return;
  isFullLogged = true;
  log.warn({ stored: maxStoredMessages }, 'No more contact messages are taken: read or delete old ones');
}

let isDeletionLogged = false;

/** Once in a process: from then on every message deletes another one. */
function warnOfDeletion(log: Context['log']): void {
  isFullLogged = false;
  if (isDeletionLogged) return;
  isDeletionLogged = true;
  log.warn({ stored: maxStoredMessages }, 'The oldest contact messages that were read are deleted for new ones');
}

/** null: anonymous, or an API key. */
async function senderOf(context: Context): Promise<string | null> {
  const signedIn = await ownerIfSignedIn(context);
  return signedIn && !signedIn.apiKey ? signedIn.viewer.uid : null;
}

/** The badge's maximum. */
const maxUnread = 100;

export async function countUnreadMessages(context: Context): Promise<number> {
  await authorize(context, 'unreadContactMessages');
  return context.repositories.messages.countUnread(maxUnread);
}

/** For all admins; idempotent. Reading is not audited, since it changes nothing in the shop. */
export async function markMessagesRead(context: Context, input: unknown): Promise<ContactMessageDocument[]> {
  await authorize(context, 'markContactMessagesRead');
  const { ids } = parseInput(markContactMessagesReadInput, input);
  const { messages } = context.repositories;
  await messages.markRead(ids, context.now());
  return messages.findByIds(ids);
}
