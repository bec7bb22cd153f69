import { deletedBuyer } from '../auth/deletedBuyer';
import { linkTokenOf } from '../auth/linkToken';
import type { ShopKeyRepository } from '../database/shopKey.repository';
import type { Mailbox } from '../env';
import { NotFoundError } from '../errors';
import { describeContactMessages, maxShown, type WrittenMessages } from './describeContactMessages';
import { describeMessage } from './describeMessage';
import { MessageHtml } from './MessageHtml';
import { messageText } from './messageText';
import type { MailOrder, MessageView } from './messageView';
import type { OutboxDocument } from './outbox.repository';

/** A rendered message. */
export interface ReadMessage {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** null: replies go to the shop. */
  readonly replyTo: Mailbox | null;
}

/** Half-open time range. */
interface Window {
  readonly from: Date;
  readonly until: Date;
}

export interface MessageSources {
  readonly repositories: {
    readonly orders: { readonly find: (number: string) => Promise<MailOrder | null> };
    readonly shopKey: ShopKeyRepository;
    readonly messages: { readonly writtenIn: (window: Window, most: number) => Promise<WrittenMessages> };
  };
  readonly publicUrl: () => string;
}

export type MessageReader = (message: Pick<OutboxDocument, 'content' | 'order'>) => Promise<ReadMessage>;

/** Rejects if the order or all contact messages were deleted. */
export function messageReader(sources: MessageSources): MessageReader {
  return async ({ content, order }) => {
    const view =
      content.kind === 'CONTACT_MESSAGES'
        ? await readContactMessages(sources, content)
        : describeMessage(content, order === null ? null : await readOrder(sources, order));
    // Loaded lazily. React's build for Node would use AsyncLocalStorage (docs/decisions/0020).
    const { renderToStaticMarkup } = await import('react-dom/server.edge');
    const html = `<!doctype html>${renderToStaticMarkup(<MessageHtml view={view} />)}`;
    const { name, subject, replyTo } = view;
    return { name, subject, text: messageText(view), html, replyTo };
  };
}

async function readOrder({ repositories: { orders, shopKey }, publicUrl }: MessageSources, number: string) {
  const order = await orders.find(number);
  if (!order) return null;
  const { _id, buyerUid } = order;
  // With a deleted account, the link could not be opened.
  if (buyerUid === deletedBuyer) return { order, url: null };
  const path = buyerUid === null ? `/order/${_id}/${await linkTokenOf(shopKey, _id)}` : `/dashboard/orders/${_id}`;
  return { order, url: publicUrl() + path };
}

async function readContactMessages(
  { repositories: { messages }, publicUrl }: MessageSources,
  window: Window,
): Promise<MessageView> {
  const written = await messages.writtenIn(window, maxShown);
  if (written.first.length === 0) throw new NotFoundError('The messages are not there any more.');
  return describeContactMessages(written, `${publicUrl()}/dashboard/messages`);
}
