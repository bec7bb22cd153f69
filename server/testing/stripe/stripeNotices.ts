import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Of which nothing but a signature is made. */
const { webhooks } = new Stripe('sk_test_unused');

/** Stripe's notices. localstripe has two kinds and sends each once: these are sent when, and as often as, a test says. */
export class StripeNotices {
  readonly made: StripeEvent[] = [];
  /** Called for each one that is made. */
  onMade: (event: StripeEvent) => void = () => undefined;

  constructor(private readonly secret: string) {}

  readonly make = (type: string, object: object): StripeEvent => {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const event: StripeEvent = { id, object: 'event', type, created: seconds(), data: { object } };
    this.made.push(event);
    this.onMade(event);
    return event;
  };

  clear(): void {
    this.made.length = 0;
    this.onMade = () => undefined;
  }

  /** Resolves with the status of the shop's answer. */
  async send(shop: string, event: StripeEvent, { secret = this.secret, at = seconds() } = {}): Promise<number> {
    const body = JSON.stringify(event);
    const { status } = await fetch(`${shop}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(body, secret, at) },
      body,
    });
    return status;
  }
}

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** As the package's own test helper signs. */
export const sign = (payload: string, secret: string, timestamp = seconds()): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });
