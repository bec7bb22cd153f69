import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/** Used only to sign. */
const { webhooks } = new Stripe('sk_test_unused');

/**
 * Stripe's notices. localstripe has two kinds and sends each once; these are sent when, and as often as, a test
 * requires.
 */
export class StripeNotices {
  readonly made: StripeEvent[] = [];
  /** Called for each notice that is created. */
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

  /** Resolves to the status of the shop's answer. */
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

/** Signs like the test helper of Stripe's package. */
export const sign = (payload: string, secret: string, timestamp = seconds()): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });
