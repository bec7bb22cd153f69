import type { Context } from '../context';
import { queueMessage } from '../mail/queueMessage';
import type { ContactMessageDocument, MessageWindow } from './messages.repository';

/** One mail covers all messages of a window. */
const windowMs = 5 * 60_000;
/** Margin for late inserts and clock differences. */
const graceMs = 60_000;

function windowOf(at: Date): MessageWindow {
  const from = Math.floor(at.getTime() / windowMs) * windowMs;
  return { from: new Date(from), until: new Date(from + windowMs) };
}

/**
 * Inserts a contact message and queues a mail to CONTACT_EMAIL. The mail is queued first: after a crash in between, it
 * is withdrawn as empty. False if a message with this id exists.
 */
export async function insertWithMail(context: Context, message: ContactMessageDocument): Promise<boolean> {
  const { messages } = context.repositories;
  const recipient = context.mail.contactEmail;
  if (recipient === null) return messages.insert(message);
  const window = windowOf(message.createdAt);
  await queueMail(context, { recipient, window, sendAfter: new Date(window.until.getTime() + graceMs) });
  const isNew = await messages.insert(message);
  // Paused for so long that its window's mail may have been sent: it gets a mail of its own.
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
