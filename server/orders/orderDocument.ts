import type { ObjectId } from 'mongodb';
import type { ProviderName } from '../payments/provider';
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
  readonly status: 'authorized' | 'capturing' | 'paid' | 'failed' | 'voided' | 'refunded';
  readonly capturedCents: number;
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

export type OrderEventKind = 'PLACED' | 'UNDONE' | 'CANCELLED' | 'VOIDED' | 'CAPTURED' | 'CAPTURE_FAILED' | 'REFUNDED';

/** Something that has happened to an order. */
export interface StoredOrderEvent {
  readonly at: Date;
  readonly kind: OrderEventKind;
  /** null: nobody, but the shop by itself. */
  readonly by: 'BUYER' | 'SHOP' | null;
  /** The money that it is about; null: none. */
  readonly amountCents: number | null;
}

/** A purchase as it was placed: what was bought does not change, what happens to it is added. */
export interface OrderDocument {
  /** Its number, K-XXXX-XXXX. */
  readonly _id: string;
  readonly checkout: string;
  readonly buyerUid: string | null;
  /** SHA-256 of a guest's token. */
  readonly tokenHash: string | null;
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
  readonly status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  readonly payment: OrderPayment;
  /** What has happened to it, the oldest first; missing in orders of before. */
  readonly timeline?: readonly StoredOrderEvent[];
  /** Whether it was bought from the cart; missing in orders of before. */
  readonly fromCart?: boolean;
  /** Missing: nobody has ended it. */
  readonly cancellation?: Cancellation;
  /** When somebody has to go on with it; null or missing: nothing is left to do. */
  readonly dueAt?: Date | null;
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
