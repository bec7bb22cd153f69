import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentNoticeDocument } from '../notices/paymentNotices.repository';
import type { ProviderName } from '../payments/provider';
import { signatureOf } from '../text/signature';
import type { Repositories } from '../collections/repositories';
import type { Db } from 'mongodb';
import { readyGuest, type Buyer } from './buyer';
import type { Answer, Caller } from './startTestServer';

/** The provider sends no notice for this card; the test sends them. */
export const quietCard = '4000000000010050';

export interface NoticeTarget extends Caller {
  readonly repositories: Pick<Repositories, 'shopKey' | 'paymentNotices'>;
  readonly db: Db;
}

/** Sends notices like the test provider. */
export class NoticeSender {
  protected readonly provider: ProviderName = 'test';
  protected secret = '';

  constructor(private readonly server: NoticeTarget) {}

  /** Reads the signing secret, which the provider has stored before. */
  async learnSecret(): Promise<void> {
    this.secret = await this.server.repositories.shopKey.mac('payment notices');
  }

  bodyOf(id: string, providerId: string, kind = 'payment.authorized'): string {
    return JSON.stringify({ id, kind, providerId });
  }

  signatureOf(body: string, at = new Date(), secret = this.secret): Record<string, string> {
    return { 'x-kiosk-signature': signatureOf(Buffer.from(body), [secret], at) };
  }

  post(body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return this.server.call('POST', `/api/webhooks/${this.provider}`, { body, headers });
  }

  send(id: string, providerId: string, kind?: string): Promise<Answer> {
    const body = this.bodyOf(id, providerId, kind);
    return this.post(body, this.signatureOf(body));
  }

  find = (id: string) => this.server.repositories.paymentNotices.find(`${this.provider}:${id}`);

  /** Waits until the notice was handled, which only the database shows. */
  async followed(id: string): Promise<PaymentNoticeDocument | null> {
    return this.becomes(id, ({ tries }) => tries > 0);
  }

  async becomes(id: string, isSo: (notice: PaymentNoticeDocument) => boolean): Promise<PaymentNoticeDocument | null> {
    const find = async () => [await this.find(id)].filter((notice) => notice !== null);
    return (await this.seen(id, find, (found) => found.some(isSo)))[0] ?? null;
  }

  /** Waits for all notices of a payment that the test has not sent itself. */
  async allFollowed(providerId: string): Promise<void> {
    const find = () =>
      this.server.db.collection<PaymentNoticeDocument>('paymentNotices').find({ providerId }).toArray();
    await this.seen(providerId, find, (found) => found.length > 0 && found.every(({ status }) => status === 'DONE'));
  }

  private async seen(
    what: string,
    find: () => Promise<PaymentNoticeDocument[]>,
    isSo: (found: readonly PaymentNoticeDocument[]) => boolean,
  ): Promise<PaymentNoticeDocument[]> {
    for (const endsAt = Date.now() + 20_000; Date.now() < endsAt; await delay(20)) {
      const found = await find();
      if (isSo(found)) return found;
    }
    throw new Error(`Nothing has become of ${what}.`);
  }
}

/** A guest who has paid, before the shop learns about it. */
export async function paidGuest(
  server: NoticeTarget,
  slug: string,
): Promise<{ readonly guest: Buyer; readonly id: string; readonly paymentId: string }> {
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.submit(checkout);
  await guest.pay(submitted, quietCard);
  return { guest, id: checkout.id, paymentId: submitted.payment?.id ?? '' };
}
