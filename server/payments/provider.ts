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
  readonly refundedCents: number;
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
  readonly payment: string;
  readonly kind: string;
}

/** none: nothing can be bought. */
export type ProviderName = 'test' | 'stripe' | 'none';

/**
 * Whoever moves money. Every call may be repeated: what was done is answered again. It rejects where the provider does not
 * answer, which says nothing about the money.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  start(payment: PaymentToStart): Promise<PaymentState>;
  /** null: the provider has never heard of it. */
  look(paymentId: string): Promise<PaymentState | null>;
  /** Where it is refused, the state is not SUCCEEDED. */
  capture(paymentId: string, amountCents: number): Promise<PaymentState>;
  /** Afterwards nobody can pay it any more; where it was captured before, the state says so. */
  void(paymentId: string): Promise<PaymentState>;
  refund(paymentId: string, refund: { readonly id: string; readonly amountCents: number }): Promise<PaymentState>;
  /** null: it is not signed by the provider, or too old. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<ProviderNotice | null>;
}
