import { ObjectId } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import type { Mailbox } from '../env';
import type { OutboxDocument } from '../mail/outbox.repository';
import { queueMessage, type NewMessage } from '../mail/queueMessage';
import { messageReader } from '../mail/readMessage';
import { neverStopping, type Shutdown } from '../database/sweepPeriodically';
import { sendMessages, type SenderDeps } from '../mail/sendMessages';
import { createSmtpTransport, type MailTransport } from '../mail/smtpTransport';
import { messageGate } from '../orders/messageGate';
import type { OrderDocument } from '../orders/orderDocument';

export const shopMailbox = { name: 'Kiosk', address: 'orders@shop.example' };

/** A placed order as stored. */
export const mailedOrder = (given: Partial<OrderDocument> = {}): OrderDocument => ({
  ...{ _id: 'K-7QF2-M4XD', checkout: 'c', buyerUid: 'anna', tokenHash: null, email: 'anna@example.com' },
  lines: [
    {
      ...{
        productId: new ObjectId(),
        name: 'Stoneware mug and dripper',
        slug: 'mug',
        photo: 'https://x.example/mug.png',
      },
      ...{ quantity: 2, unitPriceCents: 3_800, totalCents: 7_600, taxRate: 725, taxCents: 551 },
    },
  ],
  shippingAddress: {
    ...{ fullName: 'Anna Meyer', company: '', streetLine1: '212 Alder Street', streetLine2: '', city: 'San Jose' },
    ...{ region: 'CA', postalCode: '95112', countryCode: 'US', phoneNumber: '' },
  },
  billingAddress: null,
  shipping: {
    ...{ id: 'standard', name: 'Standard', earliest: new Date('2026-12-02'), latest: new Date('2026-12-04') },
  },
  ...{ taxZone: 'California', subtotalCents: 7_600, shippingCents: 0, taxCents: 551, taxIncluded: false },
  ...{ totalCents: 8_151, note: '', status: 'placed' },
  payment: {
    ...{ id: 'c:1', provider: 'test', card: { brand: 'Visa', last4: '4242' }, status: 'authorized' },
    ...{ capturedCents: 0, captureAt: new Date('2026-11-25T14:31:00Z') },
  },
  ...{ createdAt: new Date('2026-11-25T14:21:00Z'), version: 1 },
  ...given,
});

/** The sending side of the shop, with a clock controlled by the test. */
export class MailShop {
  private time = Date.now();
  transport: MailTransport;
  from: Mailbox = shopMailbox;
  readonly logLines: unknown[] = [];
  givenUp = 0;

  constructor(
    private readonly repositories: Repositories,
    smtpUrl: string,
  ) {
    this.transport = createSmtpTransport({ smtpUrl, from: shopMailbox });
  }

  readonly now = (): Date => new Date(this.time);

  wait(minutes: number): void {
    this.time += minutes * 60_000;
  }

  deps(): SenderDeps {
    const { repositories, transport, from, now } = this;
    const write = (...line: unknown[]) => void this.logLines.push(line);
    return {
      ...{ repositories, transport, now, from, log: { info: write, warn: write, error: write } },
      read: messageReader({ repositories, publicUrl: () => 'https://shop.example' }),
      maySend: messageGate(repositories),
      countGivenUp: () => void (this.givenUp += 1),
    };
  }

  /** Resolves to the id of the message. */
  async queue(given: Partial<NewMessage> = {}): Promise<string> {
    const message: NewMessage = {
      content: { kind: 'TEST' },
      order: null,
      recipient: 'anna@example.com',
      buyerUid: null,
    };
    return queueMessage(this.queueing(), { ...message, ...given });
  }

  send = (ending: Shutdown = neverStopping) => sendMessages(this.deps(), ending);

  async read(id: string): Promise<OutboxDocument> {
    const message = await this.repositories.outbox.find(id);
    if (!message) throw new Error(`There is no message ${id}.`);
    return message;
  }

  private queueing() {
    return { repositories: this.repositories, now: this.now };
  }
}
