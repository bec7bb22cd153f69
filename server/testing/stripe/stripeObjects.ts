import type { FakeCard } from './cards';
import { partAt, textAt } from './formBody';
import type { LocalCharge, LocalIntent, LocalRefund, LocalTransaction } from './localstripe';
import type { RememberedIntent, RememberedRefund } from './remembered';

/** Stripe's form of a payment, from localstripe's answer and the data that it lacks. */
export function intentOf(local: LocalIntent, known: RememberedIntent, capturedCents: number) {
  const { params } = known;
  const { status, amount, currency, latest_charge, next_action } = local;
  return {
    ...{ id: known.id, object: 'payment_intent', amount, currency, status, livemode: false },
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: capturedCents,
    automatic_payment_methods: params['automatic_payment_methods'] ? { enabled: true } : null,
    canceled_at: known.canceledAt,
    cancellation_reason: null,
    capture_method: textAt(params, 'capture_method') ?? 'automatic_async',
    client_secret: known.secret,
    created: local.created,
    description: textAt(params, 'description') ?? null,
    last_payment_error: errorOf(local, known),
    latest_charge: latest_charge?.id ?? null,
    metadata: known.metadata,
    next_action,
    payment_method: status === 'requires_payment_method' ? null : local.payment_method,
    payment_method_types: ['card'],
    receipt_email: textAt(params, 'receipt_email') ?? null,
    shipping: params['shipping'] ? partAt(params, 'shipping') : null,
  };
}

function errorOf(local: LocalIntent, { card, lastDeclined }: RememberedIntent): object | null {
  const error = local.last_payment_error ?? (local.status === 'requires_payment_method' ? lastDeclined : null);
  if (!error || local.status !== 'requires_payment_method') return null;
  return {
    ...{ type: 'card_error', code: error.code, message: error.message },
    ...(error.code !== 'payment_intent_authentication_failure' && card?.decline),
    payment_method: { id: 'pm_declined', object: 'payment_method', type: 'card', card: cardObject(card) },
  };
}

const cardObject = (card: FakeCard | null) => ({
  brand: card?.brand ?? 'visa',
  last4: card?.number.slice(-4) ?? '4242',
});

const sevenDays = 7 * 24 * 60 * 60;

/** `refunds`: those that were requested. */
export function chargeOf(
  local: LocalCharge,
  known: RememberedIntent,
  {
    refunds,
    capturedCents,
    isDisputed,
  }: {
    readonly refunds: readonly { readonly amount: number; readonly status: string }[];
    readonly capturedCents: number;
    readonly isDisputed: boolean;
  },
) {
  const { id, amount, created, currency, captured, status } = local;
  const refundedCents = refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0);
  return {
    ...{ id, object: 'charge', amount, created, currency, captured, status, livemode: false },
    ...{ amount_captured: capturedCents, amount_refunded: refundedCents },
    balance_transaction: local.balance_transaction,
    disputed: isDisputed,
    failure_code: local.failure_code && (known.card?.decline?.code ?? local.failure_code),
    failure_message: local.failure_message,
    metadata: known.metadata,
    paid: status === 'succeeded',
    payment_intent: known.id,
    payment_method_details: {
      type: 'card',
      card: { ...cardObject(known.card), ...(!captured && { capture_before: created + sevenDays }) },
    },
    receipt_email: textAt(known.params, 'receipt_email') ?? null,
    refunded: captured && refundedCents === amount,
  };
}

export function refundOf(local: LocalRefund, known: RememberedRefund | undefined, intent: string) {
  const { id, amount, charge, created, currency, balance_transaction } = local;
  return {
    ...{ id, object: 'refund', amount, balance_transaction, charge, created, currency, payment_intent: intent },
    metadata: known?.metadata ?? {},
    reason: known?.reason ?? null,
    status: known?.hasFailed ? 'failed' : local.status,
    ...(known?.hasFailed && { failure_reason: 'lost_or_stolen_card' }),
  };
}

export const transactionOf = ({ id, created, currency, source, type }: LocalTransaction, cents: number) => ({
  ...{ id, object: 'balance_transaction', amount: cents, created, currency, source, type, fee: 0, net: cents },
  ...{ available_on: created, reporting_category: type, status: 'available', fee_details: [] },
});
