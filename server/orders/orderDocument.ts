import type { ObjectId } from 'mongodb';
import type { Dated } from '../database/changeTime';
import type { DeclineReason, ProviderName } from '../payments/provider';
import type { Seller } from '../settings/shopSettings';
import type { Address } from '../shipping/address';

export interface PurchasedLine {
  /** null: of a demo order of an older version. */
  readonly productId: ObjectId | null;
  readonly name: string;
  readonly slug: string;
  readonly photo: string | null;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly totalCents: number;
  /** In basis points. */
  readonly taxRate: number;
  readonly taxCents: number;
}

export interface OrderPayment {
  /** The idempotency key of every provider call about it. */
  readonly id: string;
  readonly provider: ProviderName;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** capturing: the capture is pending at the provider, so the order can no longer be undone. */
  readonly status: 'authorized' | 'capturing' | 'paid' | 'failed' | 'voided' | 'partiallyRefunded' | 'refunded';
  readonly capturedCents: number;
  /** Missing: nothing captured, or an order of an older version. */
  readonly capturedAt?: Date;
  /** Whether the buyer was notified of the failed capture; missing: none has failed. */
  readonly isFailureTold?: boolean;
  /** When the authorization was voided; missing: it was not. */
  readonly voidedAt?: Date;
  /** Missing: nothing refunded. */
  readonly refundedCents?: number;
  /** Until then it can be voided free of charge; null: it is captured on shipping. */
  readonly captureAt: Date | null;
}

/** The pending step of a cancellation, in this order. */
export type CancellationStep = 'payment' | 'stock' | 'entries' | 'message' | 'done';

export interface Cancellation {
  /** undo: before the capture; what was bought goes back to the cart. */
  readonly kind: 'undo' | 'cancel';
  readonly step: CancellationStep;
  /** How many pieces went back to the buyer's cart. */
  readonly returnedToCart: number;
}

/** Pieces of one of the order's lines. */
export interface LinePieces {
  /** Index of the line. */
  readonly line: number;
  readonly quantity: number;
}

/** Pieces of one shipment. */
export interface StoredFulfillment {
  /** Derived from the request that created it. */
  readonly id: string;
  readonly lines: readonly LinePieces[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly shippedAt: Date;
  /** null: not delivered yet. */
  readonly deliveredAt: Date | null;
  /** End of the undo window; its message is sent after that. */
  readonly undoUntil: Date;
  /** Missing: not undone. */
  readonly undoneAt?: Date;
  readonly byUid: string;
  /** How often carrier or tracking number were corrected; missing: never. Each correction sends a message of its own. */
  readonly corrections?: number;
  /** When the message of the last correction is sent; missing: no correction. */
  readonly messageAfter?: Date;
  /** The pending step: queue its message, or withdraw it. */
  readonly step: 'message' | 'withdrawal' | 'done';
}

/** Of a gapless series. */
export interface IssuedNumber {
  readonly number: number;
  readonly issuedAt: Date;
}

export interface IssuedInvoice extends IssuedNumber {
  /** Snapshot as of the date of issue. */
  readonly seller: Seller;
}

export interface RefundedLine extends LinePieces {
  /** Pieces that were not sent yet, and will not be. */
  readonly open: number;
  /** Including tax. */
  readonly amountCents: number;
}

/** A refund, stored before the provider is called. Its parts sum to the amount. */
export interface StoredRefund {
  /** The idempotency key at the provider. */
  readonly id: string;
  /** rest: unsent pieces were cancelled; cancellation: the whole order; foreign: made in the provider's dashboard. */
  readonly kind: 'refund' | 'rest' | 'cancellation' | 'foreign';
  /** The provider's id of it; missing: the shop's id is the key. */
  readonly foreignId?: string;
  readonly lines: readonly RefundedLine[];
  /** Including tax. */
  readonly shippingCents: number;
  /** Neither of a line nor of shipping; negative where such an amount was refunded before. */
  readonly extraCents: number;
  /** Included in the amount. */
  readonly taxCents: number;
  readonly amountCents: number;
  readonly reason: string;
  readonly restock: boolean;
  /** null: made by a cancellation. */
  readonly byUid: string | null;
  readonly begunAt: Date;
  /** null: not made yet, or refused. */
  readonly doneAt: Date | null;
  /**
   * When the provider reported that it failed, or has refused it for a cancelled order: the restocking stays, the money
   * is the shop's. Missing: neither.
   */
  readonly failedAt?: Date;
  /** Whether the buyer was notified of the failure; missing: it has not failed. */
  readonly isFailureTold?: boolean;
  /** The pending step, in this order. refused: the provider has refused it for good. */
  readonly step: 'money' | 'stock' | 'message' | 'done' | 'refused';
  /** Missing: nothing was refunded, or its number is still to be drawn. */
  readonly creditNote?: IssuedNumber;
}

/** A chargeback, or the inquiry before one. */
export interface StoredDispute {
  /** The provider's id of it. */
  readonly id: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
  readonly openedAt: Date;
  /** When the provider withdrew the money; null: it has not. */
  readonly takenAt: Date | null;
  /** When it was won or lost; null: it is open. */
  readonly closedAt: Date | null;
}

/** A card that was declined before the one that paid. */
export interface DeclinedCard {
  readonly at: Date;
  readonly reason: DeclineReason | null;
  readonly card: OrderPayment['card'];
}

/** Visible to admins only. */
export interface StoredNote {
  readonly id: string;
  readonly at: Date;
  readonly text: string;
  readonly byUid: string;
}

export type OrderEventKind =
  | 'PAYMENT_DECLINED'
  | 'PLACED'
  | 'UNDONE'
  | 'CANCELLED'
  | 'VOIDED'
  | 'CAPTURED'
  | 'CAPTURE_FAILED'
  | 'SHIPPED'
  | 'SHIPMENT_UNDONE'
  | 'SHIPMENT_CORRECTED'
  | 'DELIVERED'
  | 'DELIVERY_UNDONE'
  | 'REST_CANCELLED'
  | 'REFUND_BEGUN'
  | 'REFUND_FAILED'
  | 'REFUNDED'
  | 'DISPUTE_OPENED'
  | 'DISPUTE_WON'
  | 'DISPUTE_LOST'
  | 'DIFFERENCE_FIXED'
  | 'NOTE';

/** An entry of an order's timeline. */
export interface StoredOrderEvent {
  readonly at: Date;
  readonly kind: OrderEventKind;
  /** null: the system. */
  readonly by: 'BUYER' | 'SHOP' | null;
  /** The amount that it is about; null: none. */
  readonly amountCents: number | null;
  /** The admin who did it. */
  readonly byUid?: string;
  /** Id of the difference that was fixed. */
  readonly differenceId?: string;
  /** The shop's comment on it. */
  readonly text?: string;
}

/** A placed order: what was bought is immutable, events are appended. */
export interface OrderDocument extends Dated {
  /** The order number, K-XXXX-XXXX. */
  readonly _id: string;
  readonly checkout: string;
  /** null: a guest's; deletedBuyer: of a deleted person. */
  readonly buyerUid: string | null;
  /** SHA-256 of a guest's token. */
  readonly tokenHash: string | null;
  /** Empty: no mail is sent, as for finished orders of a deleted person. */
  readonly email: string;
  readonly lines: readonly PurchasedLine[];
  readonly shippingAddress: Address;
  readonly billingAddress: Address | null;
  readonly shipping: { readonly id: string; readonly name: string; readonly earliest: Date; readonly latest: Date };
  readonly taxZone: string | null;
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly taxIncluded: boolean;
  readonly totalCents: number;
  readonly note: string;
  readonly status: 'placed' | 'partlyShipped' | 'shipped' | 'delivered' | 'cancelled';
  readonly payment: OrderPayment;
  /** Oldest first; missing in orders of older versions. */
  readonly timeline?: readonly StoredOrderEvent[];
  /** Declined cards before it was placed, oldest first; missing: none, or an older version. */
  readonly declines?: readonly DeclinedCard[];
  /** Whether it was bought from the cart; missing in orders of older versions. */
  readonly fromCart?: boolean;
  /** Missing: neither undone nor cancelled. */
  readonly cancellation?: Cancellation;
  /** Ids of shipments whose message may be sent, with the correction that it is about: they can no longer be undone. */
  readonly announced?: readonly string[];
  /** Missing: none. */
  readonly fulfillments?: readonly StoredFulfillment[];
  /** Missing: none. */
  readonly refunds?: readonly StoredRefund[];
  /** Missing: none. */
  readonly disputes?: readonly StoredDispute[];
  /** Missing: nothing captured, or its number is still to be drawn. */
  readonly invoice?: IssuedInvoice;
  /** Missing: none. */
  readonly notes?: readonly StoredNote[];
  /** When the sweeper picks it up; null or missing: no step is pending. */
  readonly dueAt?: Date | null;
  /** Of a deleted person: when to check whether the remaining personal data can be removed; null: it is removed. */
  readonly forgetAt?: Date | null;
  /** From when on an admin has to act; null: never, as far as is known. */
  readonly attentionAt?: Date | null;
  /** Whether pieces are left to ship and its payment permits that. */
  readonly toShip?: boolean;
  /** Number, e-mail and recipient's name, folded; of a deleted person the number only. */
  readonly searchText?: string;
  readonly searchTerms?: readonly string[];
  readonly createdAt: Date;
  readonly version: number;
}

/** A demo order of a version without checkout. */
export interface DemoOrderDocument {
  _id: string;
  buyerUid: string;
  lines: { slug: string; name: string; priceCents: number; quantity: number }[];
  totalCents: number;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  createdAt: Date;
}
