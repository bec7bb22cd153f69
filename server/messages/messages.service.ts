import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { requireEmail } from '../users/resolvePerson';
import { sendContactMessageInput } from './messages.input';
import { dayMs, type ContactMessageDocument } from './messages.repository';

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

/** Of all callers together: anonymous callers must not fill the database. */
export const maxStoredMessages = 10_000;

/** Stored verbatim for the shop's staff to read; nothing is mailed, and nothing of the sender's account is stored. */
export async function sendContactMessage(context: Context, input: unknown): Promise<ContactMessageDocument> {
  await authorize(context, 'sendContactMessage');
  const { name, email, message } = parseInput(sendContactMessageInput, input);
  const { messages } = context.repositories;
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + context.contactRetentionDays * dayMs);
  const document = { _id: newId(context), name, email: requireEmail(email), message, createdAt, expiresAt };
  const isFull = (await messages.countAll()) >= maxStoredMessages;
  if (!isFull && (await messages.insert(document))) return document;
  // The request was made before under the same Idempotency-Key and its answer was lost: the message is there.
  const kept = await messages.findById(document._id);
  if (kept) return kept;
  if (!isFull) throw new ConflictError('This request was made before.');
  context.log.warn({ stored: maxStoredMessages }, 'No more contact messages are taken: delete old ones');
  throw new ConflictError('The shop can take no more messages right now. Please try again another day.');
}
