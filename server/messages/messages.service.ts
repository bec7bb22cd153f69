import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { fingerprint } from '../database/cursor';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import type { Listing } from '../listing';
import { listNewestFirst } from '../listNewestFirst';
import { requireEmail } from '../users/people';
import { sendContactMessageInput } from './messages.input';
import { dayMs, type ContactMessageDocument } from './messages.repository';

export type ContactMessageListing = Listing<ContactMessageDocument>;

export async function listContactMessages(
  context: Context,
  input: { first: number; after?: string | null | undefined },
): Promise<ContactMessageListing> {
  await authorize(context, 'contactMessages');
  const page = parseInput(pageInput, input);
  const { readNewest, countUpTo } = context.repositories.messages;
  const question = fingerprint(['contactMessages']);
  const rows = { read: readNewest, countUpTo, dateOf: ({ createdAt }: ContactMessageDocument) => createdAt };
  const listing = listNewestFirst(rows, page, question);
  return { ...listing, count: () => context.loaders.count(['contactMessages'], listing.count) };
}

/** Of all callers together: what strangers send must not fill the database. */
export const mostStoredMessages = 10_000;

/** Kept word for word for the shop's people to read; nothing is mailed and nothing of the sender's account is kept. */
export async function sendContactMessage(context: Context, input: unknown): Promise<ContactMessageDocument> {
  await authorize(context, 'sendContactMessage');
  const { name, email, message } = parseInput(sendContactMessageInput, input);
  const { messages } = context.repositories;
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + context.contactRetentionDays * dayMs);
  const document = { _id: newId(context), name, email: requireEmail(email), message, createdAt, expiresAt };
  const isFull = (await messages.countAll()) >= mostStoredMessages;
  if (!isFull && (await messages.insert(document)) === 'inserted') return document;
  // The request was made before under the same Idempotency-Key and its answer was lost: the message is there.
  const kept = await messages.findById(document._id);
  if (kept) return kept;
  if (!isFull) throw new ConflictError('This request was made before.');
  context.log.warn({ stored: mostStoredMessages }, 'No more contact messages are taken: delete old ones');
  throw new ConflictError('The shop can take no more messages right now. Please try again another day.');
}
