import { linkTokenOf } from '../auth/linkToken';
import type { ShopKeyRepository } from '../database/shopKey.repository';
import { describeMessage } from './describeMessage';
import { MessageHtml } from './MessageHtml';
import { messageText } from './messageText';
import type { MailOrder } from './messageView';
import type { OutboxDocument } from './outbox.repository';

/** A message as it is sent and shown. */
export interface ReadMessage {
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MessageSources {
  readonly repositories: {
    readonly orders: { readonly find: (number: string) => Promise<MailOrder | null> };
    readonly shopKey: ShopKeyRepository;
  };
  readonly publicUrl: () => string;
}

export type MessageReader = (message: Pick<OutboxDocument, 'content' | 'order'>) => Promise<ReadMessage>;

/** Rejects where the order is gone. */
export const messageReader =
  ({ repositories: { orders, shopKey }, publicUrl }: MessageSources): MessageReader =>
  async ({ content, order: number }) => {
    const order = number === null ? null : await orders.find(number);
    const pathOf = async ({ _id, buyerUid }: MailOrder) =>
      buyerUid === null ? `/order/${_id}/${await linkTokenOf(shopKey, _id)}` : `/dashboard/orders/${_id}`;
    const view = describeMessage(content, order && { order, url: publicUrl() + (await pathOf(order)) });
    // Loaded with the first message. React's build for Node would use AsyncLocalStorage (docs/decisions/0020).
    const { renderToStaticMarkup } = await import('react-dom/server.edge');
    const html = `<!doctype html>${renderToStaticMarkup(<MessageHtml view={view} />)}`;
    return { name: view.name, subject: view.subject, text: messageText(view), html };
  };
