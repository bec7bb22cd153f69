import type Stripe from 'stripe';
import { outcomeUnknown } from '../outcomeUnknown';
import type { DeclineReason, ForeignRefund, PaymentDispute, PaymentState } from '../provider';
import type { StoredStripeRefund } from './stripePayments.repository';

export type Intent = Stripe.PaymentIntent;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;

/** What Stripe knows of a captured payment beside its intent. */
export interface AfterCapture {
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

export const nothingAfterCapture: AfterCapture = { refunds: [], disputes: [] };

/** The shop's only currency. */
export const currency = 'usd';

/** The id of a reference, expanded or not. */
export const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Stripe's codes, of the bank (decline_code) and its own (code). */
const declineReasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'EXPIRED_CARD',
  invalid_expiry_month: 'EXPIRED_CARD',
  invalid_expiry_year: 'EXPIRED_CARD',
  incorrect_cvc: 'INCORRECT_CVC',
  invalid_cvc: 'INCORRECT_CVC',
  authentication_required: 'AUTHENTICATION_FAILED',
  authentication_not_handled: 'AUTHENTICATION_FAILED',
  payment_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  processing_error: 'PROCESSING_ERROR',
  issuer_not_available: 'PROCESSING_ERROR',
  reenter_transaction: 'PROCESSING_ERROR',
  try_again_later: 'PROCESSING_ERROR',
  payment_intent_payment_attempt_failed: 'PROCESSING_ERROR',
};

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
  eftpos_au: 'eftpos Australia',
};

/** The metadata key that holds the shop's id of a refund. */
export const refundMetadataKey = 'refund';

export const isFailed = ({ status }: Pick<Refund, 'status'>): boolean => status === 'failed' || status === 'canceled';

/** A refund requested by the shop, with Stripe's id if known. */
export type KnownRefund = Pick<StoredStripeRefund, 'id' | 'refund'>;

/**
 * Maps Stripe's refund ids to the shop's. Stored ids win, since anyone with access to the dashboard can write metadata.
 * If the response was lost, metadata decides; of duplicates, the first one.
 */
export function ownRefunds(
  refunds: readonly Pick<Refund, 'id' | 'created' | 'metadata'>[],
  known: readonly KnownRefund[] = [],
): ReadonlyMap<string, string> {
  const own = new Map(known.flatMap(({ id, refund }) => (refund === null ? [] : [[refund, id] as const])));
  const taken = new Set(own.values());
  for (const { id, metadata } of refunds.toSorted((one, other) => one.created - other.created)) {
    const ownId = metadata?.[refundMetadataKey];
    if (own.has(id) || ownId === undefined || taken.has(ownId)) continue;
    own.set(id, ownId);
    taken.add(ownId);
  }
  return own;
}

export function paymentStateOf(
  intent: Intent,
  { refunds, disputes }: AfterCapture,
  known: readonly KnownRefund[] = [],
): PaymentState {
  const result = resultOf(intent);
  const own = ownRefunds(refunds, known);
  return {
    result,
    declineReason: result === 'DECLINED' ? declineReasonOf(intent.last_payment_error) : null,
    providerId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardOf(intent),
    amountCents: intent.amount,
    capturedCents: result === 'SUCCEEDED' ? requireAmount(intent.amount_received) : 0,
    refundedCents: refunds.filter((refund) => !isFailed(refund)).reduce((sum, { amount }) => sum + amount, 0),
    failedRefunds: refunds.filter(isFailed).flatMap(({ id }) => own.get(id) ?? []),
    foreignRefunds: refunds.filter(({ id }) => !own.has(id)).map(foreignRefundOf),
    disputes: disputes.map(disputeOf),
  };
}

/** Money was taken. An answer without its amount must not read as nothing taken, which would fail the capture. */
export function requireAmount(capturedCents: number): number {
  if (Number.isInteger(capturedCents) && capturedCents > 0) return capturedCents;
  throw outcomeUnknown('Stripe does not say what was captured');
}

/** Unknown statuses are polled again. */
function resultOf({ status, last_payment_error }: Intent): PaymentState['result'] {
  switch (status) {
    case 'requires_payment_method':
      return last_payment_error ? 'DECLINED' : 'AWAITING';
    case 'requires_confirmation':
      return 'AWAITING';
    case 'requires_action':
      return 'ACTION_REQUIRED';
    case 'processing':
      return 'PENDING';
    case 'requires_capture':
      return 'AUTHORIZED';
    case 'succeeded':
      return 'SUCCEEDED';
    case 'canceled':
      return 'CANCELLED';
    default:
      return 'UNKNOWN';
  }
}

function declineReasonOf(error: Intent['last_payment_error']): DeclineReason {
  const { decline_code = '', code = '' } = error ?? {};
  return declineReasons[decline_code] ?? declineReasons[code] ?? 'CARD_DECLINED';
}

function cardOf({ latest_charge, last_payment_error }: Intent): PaymentState['card'] {
  const charged = typeof latest_charge === 'object' ? latest_charge?.payment_method_details?.card : null;
  const card = charged ?? last_payment_error?.payment_method?.card;
  if (!card?.last4) return null;
  return { brand: brands[card.brand ?? ''] ?? 'Card', last4: card.last4 };
}

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

function foreignRefundOf(refund: Refund): ForeignRefund {
  const { id, amount, created } = refund;
  return { id, amountCents: amount, madeAt: dateOf(created), hasFailed: isFailed(refund) };
}

function disputeOf({ id, amount, reason, created, status }: Dispute): PaymentDispute {
  const dispute = { id, amountCents: amount, reason, openedAt: dateOf(created), status: disputeStatusOf(status) };
  return closedInquiries.has(status) ? { ...dispute, hasTakenNothing: true } : dispute;
}

/** Closed without a chargeback. */
const closedInquiries: ReadonlySet<Dispute['status']> = new Set(['warning_closed', 'prevented'] as const);

function disputeStatusOf(status: Dispute['status']): PaymentDispute['status'] {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'INQUIRY';
    case 'warning_closed':
    case 'prevented':
    case 'won':
      return 'WON';
    case 'lost':
      return 'LOST';
    default:
      return 'OPEN';
  }
}
