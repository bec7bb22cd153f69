import type { Context } from '../context';
import { queueMessage } from '../mail/queueMessage';
import type { ContactMessageDocument, MessageWindow } from './messages.repository';

/** One mail tells of all that is written meanwhile. */
const windowMs = 5 * 60_000;
/** For messages of the window's last moment to be kept, and for clocks that differ. */
const graceMs = 60_000;

function windowOf(at: Date): MessageWindow {
  const from = Math.floor(at.getTime() / windowMs) * windowMs;
  return { from: new Date(from), until: new Date(from + windowMs) };
}

/**
 * Keeps a message, and has CONTACT_EMAIL told of it. The mail is queued first: a process that ends between the two leaves one that is
 * withdrawn when there is nothing to tell. False when there is a message with its id.
 */
export async function insertAnnounced(context: Context, message: ContactMessageDocument): Promise<boolean> {
  const { messages } = context.repositories;
  const recipient = context.mail.contactEmail;
  if (recipient === null) return messages.insert(message);
  const window = windowOf(message.createdAt);
  await queueMail(context, { recipient, window, sendAfter: new Date(window.until.getTime() + graceMs) });
  const isNew = await messages.insert(message);
  // Paused for so long that its window's mail may have left before: it gets one of its own.
  const isLate = context.now().getTime() > window.until.getTime() + graceMs / 2;
  if (isNew && isLate) await queueMail(context, { recipient, ...aloneWith(message) });
  return isNew;
}

function aloneWith({ _id, createdAt: from }: ContactMessageDocument) {
  return { window: { from, until: new Date(from.getTime() + 1) }, suffix: `:${_id.toHexString()}` };
}

interface Mail {
  readonly recipient: string;
  readonly window: MessageWindow;
  readonly suffix?: string;
  readonly sendAfter?: Date;
}

const queueMail = (context: Context, { recipient, window, suffix = '', sendAfter = context.now() }: Mail) =>
  queueMessage(context, {
    ...{ content: { kind: 'CONTACT_MESSAGES', ...window }, order: null, buyerUid: null, recipient, sendAfter },
    event: window.from.toISOString() + suffix,
  });
