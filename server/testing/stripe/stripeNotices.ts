import { randomBytes } from 'node:crypto';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: object };
}

/**
 * Stripe's notices. localstripe has two kinds and sends each once; these are sent when, and as often as, a test
 * requires.
 */
export class StripeNotices {
  readonly made: StripeEvent[] = [];
  /** Called for each notice that is created. */
  onMade: (event: StripeEvent) => void = () => undefined;

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
}

const seconds = (): number => Math.floor(Date.now() / 1_000);
