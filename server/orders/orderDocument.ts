import type { ObjectId } from 'mongodb';
import type { Dated } from '../database/changeTime';
import type { DeclineReason, ProviderName } from '../payments/provider';
import type { Seller } from '../settings/shopSettings';
import type { Address } from '../shipping/address';

export interface PurchasedLine {
  /** null: of an order of the demo shop before orders could be placed. */
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
  /** The provider's key of every call about it. */
  readonly id: string;
  readonly provider: ProviderName;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** capturing: the provider is being asked for it, so that it cannot be undone any more. */
  readonly status: 'authorized' | 'capturing' | 'paid' | 'failed' | 'voided' | 'partiallyRefunded' | 'refunded';
  readonly capturedCents: number;
  /** Missing where nothing was captured, and in orders of before. */
  readonly capturedAt?: Date;
  /** Whether the buyer knows that it could not be captured; missing: it could, or nobody has tried. */
  readonly isFailureTold?: boolean;
  /** When the authorization was given up; missing: it was not. */
  readonly voidedAt?: Date;
  /** Missing: nothing has gone back. */
  readonly refundedCents?: number;
  /** Until then it can be taken back free of charge; null: it is captured when the order is sent. */
  readonly captureAt: Date | null;
}

/** What is left to do of an order that was ended, in this order. */
export type CancellationStep = 'payment' | 'stock' | 'entries' | 'message' | 'done';

export interface Cancellation {
  /** undo: while nothing was captured; what was bought goes back to the cart. */
  readonly kind: 'undo' | 'cancel';
  readonly step: CancellationStep;
  /** So many pieces went back to the buyer's cart. */
  readonly returnedToCart: number;
}

/** Pieces of one of the order's lines. */
export interface LinePieces {
  /** Its place among the lines, from 0. */
  readonly line: number;
  readonly quantity: number;
}

/** Pieces that were sent together. */
export interface StoredFulfillment {
  /** Follows from the request that sent them. */
  readonly id: string;
  readonly lines: readonly LinePieces[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly shippedAt: Date;
  /** null: not yet. */
  readonly deliveredAt: Date | null;
  /** It can be taken back until then; its message leaves after that. */
  readonly undoUntil: Date;
  /** Missing: it stands. */
  readonly undoneAt?: Date;
  readonly byUid: string;
  /** How often carrier or number were corrected; missing: never. Each time is a message of its own. */
  readonly corrections?: number;
  /** When the message of the last correction leaves; missing: there was none. */
  readonly messageAfter?: Date;
  /** What is left to do: to queue its message, or to withdraw it. */
  readonly step: 'message' | 'withdrawal' | 'done';
}

/** Of a series without gaps. */
export interface IssuedNumber {
  readonly number: number;
  readonly issuedAt: Date;
}

export interface IssuedInvoice extends IssuedNumber {
  /** As it was then. */
  readonly seller: Seller;
}

export interface RefundedLine extends LinePieces {
  /** So many of the pieces had not been sent, and are not sent any more. */
  readonly open: number;
  /** With its tax. */
  readonly amountCents: number;
}

/** Money that goes back: recorded before the provider is asked. The parts sum to the amount. */
export interface StoredRefund {
  /** The provider's key. */
  readonly id: string;
  /** rest: what had not left was cancelled; cancellation: all of it; foreign: the provider has made it unasked. */
  readonly kind: 'refund' | 'rest' | 'cancellation' | 'foreign';
  /** The provider's name for it; missing: the shop's is its key. */
  readonly foreignId?: string;
  readonly lines: readonly RefundedLine[];
  /** With its tax. */
  readonly shippingCents: number;
  /** Neither of a line nor of shipping; below 0 where such an amount was given back before. */
  readonly extraCents: number;
  /** In the amount. */
  readonly taxCents: number;
  readonly amountCents: number;
  readonly reason: string;
  readonly restock: boolean;
  /** null: it follows from a cancellation. */
  readonly byUid: string | null;
  readonly begunAt: Date;
  /** null: not yet. */
  readonly doneAt: Date | null;
  /** When the provider has said that it did not arrive: its pieces stay as they are, its money is the shop's again. Missing: it has not. */
  readonly failedAt?: Date;
  /** Whether the buyer knows of that; missing: it has not failed. */
  readonly isFailureTold?: boolean;
  /** What is left to do, in this order. refused: the provider has refused it for good. */
  readonly step: 'money' | 'stock' | 'message' | 'done' | 'refused';
  /** Missing: no money went back, or its number is still to be drawn. */
  readonly creditNote?: IssuedNumber;
}

/** The holder of the card says that the money is theirs. */
export interface StoredDispute {
  /** The provider's name for it. */
  readonly id: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
  readonly openedAt: Date;
  /** When the provider took the money; null: it has not. */
  readonly takenAt: Date | null;
  /** When it was known that it is won or lost; null: it is open. */
  readonly closedAt: Date | null;
}

/** A card that was tried before the one that paid. */
export interface DeclinedCard {
  readonly at: Date;
  readonly reason: DeclineReason | null;
  readonly card: OrderPayment['card'];
}

/** For the shop alone. */
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
  | 'NOTE';

/** Something that has happened to an order. */
export interface StoredOrderEvent {
  readonly at: Date;
  readonly kind: OrderEventKind;
  /** null: nobody, but the shop by itself. */
  readonly by: 'BUYER' | 'SHOP' | null;
  /** The money that it is about; null: none. */
  readonly amountCents: number | null;
  /** Whoever of the shop did it. */
  readonly byUid?: string;
  /** What the shop has said about it. */
  readonly text?: string;
}

/** A purchase as it was placed: what was bought does not change, what happens to it is added. */
export interface OrderDocument extends Dated {
  /** Its number, K-XXXX-XXXX. */
  readonly _id: string;
  readonly checkout: string;
  /** null: a guest's; deletedBuyer: of a person who is deleted. */
  readonly buyerUid: string | null;
  /** SHA-256 of a guest's token. */
  readonly tokenHash: string | null;
  /** Empty: nobody is written to, as of finished orders of a deleted person. */
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
  /** What has happened to it, the oldest first; missing in orders of before. */
  readonly timeline?: readonly StoredOrderEvent[];
  /** Before it was placed, the oldest first; missing: none, or of before. */
  readonly declines?: readonly DeclinedCard[];
  /** Whether it was bought from the cart; missing in orders of before. */
  readonly fromCart?: boolean;
  /** Missing: nobody has ended it. */
  readonly cancellation?: Cancellation;
  /** Ids of shipments whose message may leave: they are not taken back any more; and which message of each, by its correction. */
  readonly announced?: readonly string[];
  /** Missing: none. */
  readonly fulfillments?: readonly StoredFulfillment[];
  /** Missing: none. */
  readonly refunds?: readonly StoredRefund[];
  /** Missing: none. */
  readonly disputes?: readonly StoredDispute[];
  /** Missing: nothing was captured, or its number is still to be drawn. */
  readonly invoice?: IssuedInvoice;
  /** Missing: none. */
  readonly notes?: readonly StoredNote[];
  /** When somebody has to go on with it; null or missing: nothing is left to do. */
  readonly dueAt?: Date | null;
  /** Of a deleted person: when to look whether the rest of what is known of them can go; null: it is gone. Missing: nobody was deleted. */
  readonly forgetAt?: Date | null;
  /** From when on an admin has to look at it; null: not as far as is known. */
  readonly attentionAt?: Date | null;
  /** Number, e-mail and name of the addressee, folded; of a deleted person the number alone. */
  readonly searchText?: string;
  readonly searchTerms?: readonly string[];
  readonly createdAt: Date;
  readonly version: number;
}

/** Of the demo shop before orders could be placed. */
export interface DemoOrderDocument {
  _id: string;
  buyerUid: string;
  lines: { slug: string; name: string; priceCents: number; quantity: number }[];
  totalCents: number;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  createdAt: Date;
}
