import { authorize } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, fingerprint } from '../database/cursor';
import { newId } from '../database/newId';
import { parseRecordId } from '../database/recordId';
import { ConflictError } from '../errors';
import { pageInput, parseInput } from '../input';
import { boundedCount, countLimit, once, pageOf, type Listing } from '../listing';
import { requireEmail } from '../users/people';
import { sendContactMessageInput } from './messages.input';
import type { ContactMessageDocument } from './messages.repository';

export type ContactMessageListing = Listing<ContactMessageDocument>;

export async function listContactMessages(
  context: Context,
  input: { first: number; after?: string | null | undefined },
): Promise<ContactMessageListing> {
  await authorize(context, 'contactMessages');
  const { first, after } = parseInput(pageInput, input);
  const question = fingerprint(['contactMessages']);
  const position = after ? decodeCursor(after, question) : null;
  const stored = position && { key: new Date(position.key), id: parseRecordId(position.id) };
  const { messages } = context.repositories;
  return {
    page: once(async () => {
      const found = await messages.readNewest(stored, first + 1);
      const rows = found.map((node) => ({
        node,
        position: { key: node.createdAt.getTime(), id: node._id.toHexString() },
      }));
      return pageOf(rows, { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => boundedCount(await messages.countUpTo(countLimit + 1))),
  };
}

/** Kept word for word for the shop's people to read; nothing is mailed and nothing of the sender's account is kept. */
export async function sendContactMessage(context: Context, input: unknown): Promise<ContactMessageDocument> {
  await authorize(context, 'sendContactMessage');
  const { name, email, message } = parseInput(sendContactMessageInput, input);
  const { messages } = context.repositories;
  const document = { _id: newId(context), name, email: requireEmail(email), message, createdAt: context.now() };
  if ((await messages.insert(document)) === 'inserted') return document;
  // The request was made before under the same Idempotency-Key and its answer was lost: the message is there.
  const kept = await messages.findById(document._id);
  if (!kept) throw new ConflictError('This request was made before.');
  return kept;
}
