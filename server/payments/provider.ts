import type { IncomingHttpHeaders } from 'node:http';

/** Why a card was not charged, in the words that shoppers get (schema: DeclineReason). */
export type DeclineReason =
  | 'CARD_DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'EXPIRED_CARD'
  | 'INCORRECT_CVC'
  | 'AUTHENTICATION_FAILED'
  | 'PROCESSING_ERROR';

/** UNKNOWN: the provider did not answer; never a failure, always looked up again. */
export type PaymentResult =
  'AUTHORIZED' | 'SUCCEEDED' | 'ACTION_REQUIRED' | 'DECLINED' | 'PENDING' | 'CANCELLED' | 'UNKNOWN';

/** A payment as the provider has it. */
export interface PaymentState {
  /** AWAITING: nobody has paid yet. */
  readonly result: PaymentResult | 'AWAITING';
  readonly declineReason: DeclineReason | null;
  /** The provider's name for it. */
  readonly providerId: string;
  /** With it the buyer's browser may pay, and only this. */
  readonly clientSecret: string;
  /** Of the card; null until one is known. */
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly amountCents: number;
  readonly capturedCents: number;
  /** Without what did not arrive. */
  readonly refundedCents: number;
  /** The ids of refunds that were made and did not arrive. */
  readonly failedRefunds: readonly string[];
  /** Made at the provider's side: the shop did not ask for them. */
  readonly foreignRefunds: readonly ForeignRefund[];
  /** What holders of the card have disputed. */
  readonly disputes: readonly PaymentDispute[];
}

export interface ForeignRefund {
  /** The provider's name for it. */
  readonly id: string;
  readonly amountCents: number;
  readonly madeAt: Date;
  readonly hasFailed: boolean;
}

export interface PaymentDispute {
  /** The provider's name for it. */
  readonly id: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly openedAt: Date;
  /** OPEN: the provider has taken the money back meanwhile. INQUIRY: it has not. */
  readonly status: 'INQUIRY' | 'OPEN' | 'WON' | 'LOST';
}

/** Money that the provider has moved. */
export interface PaymentMovement {
  /** Of a refund that the shop has asked for the id that it gave, otherwise the provider's name for it. */
  readonly id: string;
  /** DISPUTE: the holder's bank has taken the money back for it, or given it back. */
  readonly kind: 'CAPTURE' | 'REFUND' | 'DISPUTE';
  /** The shop's name for the payment; null: it is none of the shop's. */
  readonly paymentId: string | null;
  /** The provider's name for the payment. */
  readonly providerId: string;
  /** Above 0, whatever the direction. */
  readonly amountCents: number;
  readonly at: Date;
  /** A refund that did not arrive; missing: it has arrived, as far as is known. */
  readonly hasFailed?: boolean;
  /** In another currency than the shop's, which takes none; missing: in the shop's. */
  readonly isOtherCurrency?: true;
}

/** One try to pay, as the provider's ledger here has it. */
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

/** One try to pay for a checkout. Its id is the key of every call about it, so that no call is carried out twice. */
export interface PaymentToStart {
  readonly id: string;
  readonly amountCents: number;
  readonly checkout: string;
  readonly order: string;
  readonly email: string;
}

/** A verified message of a provider. Only which payment to look at is believed. */
export interface ProviderNotice {
  readonly id: string;
  /** What the provider calls the payment: `findPayment` says which one it is. */
  readonly providerId: string;
  readonly kind: string;
}

/** A page of payments, newest first. */
export interface PaymentsAsked {
  readonly limit: number;
  /** Older than this one. */
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
}

/** none: nothing can be bought. */
export type ProviderName = 'test' | 'stripe' | 'none';

/**
 * Whoever moves money. Every call may be repeated: what was done is answered again. It rejects where the provider does not
 * answer, which says nothing about the money.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** It is not to be asked for anything: whatever would, rejects. */
  readonly isSilent?: true;
  start(payment: PaymentToStart): Promise<PaymentState>;
  /** null: the provider has never heard of it. */
  look(paymentId: string): Promise<PaymentState | null>;
  /** Where it is refused, the state is not SUCCEEDED. */
  capture(paymentId: string, amountCents: number): Promise<PaymentState>;
  /** Afterwards nobody can pay it any more; where it was captured before, the state says so. */
  void(paymentId: string): Promise<PaymentState>;
  refund(paymentId: string, refund: { readonly id: string; readonly amountCents: number }): Promise<PaymentState>;
  /** The shop's name for a payment; null: it is none of the shop's, or not known yet. */
  findPayment(providerId: string): Promise<string | null>;
  /** From `from` on, before `until`, oldest first; it asks the provider itself. */
  movements(from: Date, until: Date): AsyncIterable<PaymentMovement>;
  payments(asked: PaymentsAsked): Promise<readonly ProviderPayment[]>;
  /** null: it is not signed by the provider, or too old. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<ProviderNotice | null>;
}
