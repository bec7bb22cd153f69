import type { FakeCard } from './cards';
import type { Params } from './formBody';

/** What localstripe does not keep of a payment. */
export interface RememberedIntent {
  /** Stripe's name for it: of the first one at localstripe. */
  readonly id: string;
  readonly secret: string;
  readonly params: Params;
  readonly metadata: Readonly<Record<string, string>>;
  /** Stripe's search finds it from then on. */
  readonly foundAt: number;
  /** At localstripe a payment is over once its card was declined: another card is another one there. */
  current: string;
  /** The charge that localstripe declined, once another one took the payment's place there. */
  lastDeclined: { readonly code: string; readonly message: string } | null;
  card: FakeCard | null;
  canceledAt: number | null;
}

export interface RememberedRefund {
  readonly metadata: Readonly<Record<string, string>>;
  readonly reason: string | null;
  /** It did not arrive. localstripe knows of none. */
  hasFailed: boolean;
}

/** localstripe has none. */
export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly payment_intent: string;
  readonly reason: string;
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost';
}
