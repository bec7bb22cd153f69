import type { FakeCard } from './cards';
import type { Params } from './formBody';

/** Data of a payment that localstripe does not store. */
export interface RememberedIntent {
  /** Stripe's id of the payment: that of its first payment at localstripe. */
  readonly id: string;
  readonly secret: string;
  readonly params: Params;
  readonly metadata: Readonly<Record<string, string>>;
  /** From then on Stripe's search finds it. */
  readonly foundAt: number;
  /** localstripe ends a payment once its card was declined: another card needs another payment there. */
  current: string;
  /** The charge that localstripe declined, once another payment replaced it there. */
  lastDeclined: { readonly code: string; readonly message: string } | null;
  card: FakeCard | null;
  canceledAt: number | null;
}

export interface RememberedRefund {
  readonly metadata: Readonly<Record<string, string>>;
  readonly reason: string | null;
  /** Failed refunds, which localstripe lacks. */
  hasFailed: boolean;
}

/** Disputes, which localstripe lacks. */
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
