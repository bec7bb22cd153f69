import type { IncomingHttpHeaders } from 'node:http';

/** Why a card was declined, as shoppers see it (schema: DeclineReason). */
export type DeclineReason =
  | 'CARD_DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'EXPIRED_CARD'
  | 'INCORRECT_CVC'
  | 'AUTHENTICATION_FAILED'
  | 'PROCESSING_ERROR';

/** UNKNOWN: the provider did not answer; never treated as a failure, always looked up again. */
export type PaymentResult =
  'AUTHORIZED' | 'SUCCEEDED' | 'ACTION_REQUIRED' | 'DECLINED' | 'PENDING' | 'CANCELLED' | 'UNKNOWN';

/** The provider's state of a payment. */
export interface PaymentState {
  /** AWAITING: not paid yet. */
  readonly result: PaymentResult | 'AWAITING';
  readonly declineReason: DeclineReason | null;
  /** The provider's id. */
  readonly providerId: string;
  /** Lets the buyer's browser pay this payment, and nothing else. */
  readonly clientSecret: string;
  /** null until a card is known. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly amountCents: number;
  readonly capturedCents: number;
  /** Without failed refunds. */
  readonly refundedCents: number;
  /** Ids of refunds that were made and failed later. */
  readonly failedRefunds: readonly string[];
  /** Refunds made in the provider's dashboard, without the shop. */
  readonly foreignRefunds: readonly ForeignRefund[];
  /** Chargebacks and inquiries. */
  readonly disputes: readonly PaymentDispute[];
}

export interface ForeignRefund {
  /** The provider's id. */
  readonly id: string;
  readonly amountCents: number;
  readonly madeAt: Date;
  readonly hasFailed: boolean;
}

export interface PaymentDispute {
  /** The provider's id. */
  readonly id: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly openedAt: Date;
  /** OPEN: the provider has withdrawn the money meanwhile. INQUIRY: it has not. */
  readonly status: 'INQUIRY' | 'OPEN' | 'WON' | 'LOST';
  /** WON without a withdrawal: it ended as an inquiry. */
  readonly hasTakenNothing?: true;
}

/** A movement of money at the provider. */
export interface PaymentMovement {
  /** The shop's id of a refund that it has requested, otherwise the provider's. */
  readonly id: string;
  /** DISPUTE: the cardholder's bank has withdrawn the money, or returned it. */
  readonly kind: 'CAPTURE' | 'REFUND' | 'DISPUTE';
  /** The shop's id of the payment; null: not one of the shop's. */
  readonly paymentId: string | null;
  /** The provider's id of the payment. */
  readonly providerId: string;
  /** Positive, whatever the direction. */
  readonly amountCents: number;
  readonly at: Date;
  /** A failed refund; missing: none has failed as far as is known. */
  readonly hasFailed?: boolean;
  /** In another currency than the shop's only one; missing: in the shop's. */
  readonly isOtherCurrency?: true;
}

/** A payment attempt, as listed in the provider's ledger here. */
export interface ProviderPayment {
  readonly id: string;
  readonly checkout: string;
  readonly order: string;
  readonly providerId: string | null;
  readonly amountCents: number;
  readonly capturedCents: number;
  readonly refundedCents: number;
  readonly result: PaymentState['result'];
  readonly declineReason: DeclineReason | null;
  readonly card: PaymentState['card'];
  readonly createdAt: Date;
}

/** A payment attempt of a checkout. Its id is the idempotency key of every call about it. */
export interface PaymentToStart {
  readonly id: string;
  readonly amountCents: number;
  readonly checkout: string;
  readonly order: string;
  readonly email: string;
}

/** A provider's message with a verified signature. It only triggers a lookup of the payment; its content is not trusted. */
export interface ProviderNotice {
  readonly id: string;
  /** The provider's id of the payment; `findPayment` maps it to the shop's. */
  readonly providerId: string;
  readonly kind: string;
}

/** A page of payments, newest first. */
export interface PaymentsAsked {
  readonly limit: number;
  /** Cursor: only older payments. */
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
}

/** none: payments are switched off. */
export type ProviderName = 'test' | 'stripe' | 'none';

/**
 * A payment provider. Every call is idempotent: repeated, it returns the first outcome. It rejects if the provider does
 * not answer, which says nothing about the money.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Outbound calls are switched off: every one of them rejects. */
  readonly isOffline?: true;
  start(payment: PaymentToStart): Promise<PaymentState>;
  /** null: the provider does not know it. */
  findState(paymentId: string): Promise<PaymentState | null>;
  /** If the capture is declined, the state is not SUCCEEDED. */
  capture(paymentId: string, amountCents: number): Promise<PaymentState>;
  /** Afterwards it can no longer be paid; if it was captured before, the state says so. */
  void(paymentId: string): Promise<PaymentState>;
  refund(paymentId: string, refund: { readonly id: string; readonly amountCents: number }): Promise<PaymentState>;
  /** The shop's id of a payment; null: not one of the shop's, or not known yet. */
  findPayment(providerId: string): Promise<string | null>;
  /** From `from` inclusive to `until` exclusive, oldest first; reads from the provider, not from the ledger here. */
  movements(from: Date, until: Date): AsyncIterable<PaymentMovement>;
  payments(asked: PaymentsAsked): Promise<readonly ProviderPayment[]>;
  /** null: not signed by the provider, or too old. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<ProviderNotice | null>;
}
