import type { ShopOrder } from './shopOrder';

type OrderEvent = ShopOrder['timeline'][number];

const titles: Readonly<Record<OrderEvent['kind'], (amount: string) => string>> = {
  PAYMENT_DECLINED: () => 'Card declined',
  PLACED: () => 'Order placed',
  UNDONE: () => 'Purchase undone',
  CANCELLED: () => 'Order cancelled',
  VOIDED: (amount) => `Reservation given up, ${amount}`,
  CAPTURED: (amount) => `Payment captured, ${amount}`,
  CAPTURE_FAILED: (amount) => `Capture failed, ${amount}`,
  SHIPPED: () => 'Shipped',
  SHIPMENT_UNDONE: () => 'Shipment undone',
  SHIPMENT_CORRECTED: () => 'Shipment corrected',
  DELIVERED: () => 'Delivered',
  DELIVERY_UNDONE: () => 'Not delivered after all',
  REST_CANCELLED: (amount) => `What had not left was cancelled, ${amount}`,
  REFUND_BEGUN: (amount) => `Refund of ${amount} begun`,
  REFUND_FAILED: (amount) => `Refund of ${amount} failed`,
  REFUNDED: (amount) => `Refunded ${amount}`,
  DISPUTE_OPENED: (amount) => `Payment disputed, ${amount}`,
  DISPUTE_WON: (amount) => `Dispute won, ${amount}`,
  DISPUTE_LOST: (amount) => `Dispute lost, ${amount}`,
  DIFFERENCE_FIXED: (amount) => `Difference of ${amount} fixed`,
  NOTE: () => 'Note',
};

export const titleOf = ({ kind }: OrderEvent, amount: string): string => titles[kind](amount);

const failures: ReadonlySet<OrderEvent['kind']> = new Set([
  ...(['PAYMENT_DECLINED', 'CAPTURE_FAILED', 'REFUND_FAILED', 'DISPUTE_OPENED', 'DISPUTE_LOST'] as const),
]);

export const isFailure = ({ kind }: OrderEvent): boolean => failures.has(kind);

export interface Actor {
  readonly text: string;
  /** A name chosen by a user, or that of an API key. */
  readonly name?: string;
}

/** Who did it; null for an automatic event. */
export function actorOf({ by, actorEmail, actorKeyName }: OrderEvent): Actor | null {
  if (actorKeyName !== null) return { text: 'by API key', name: actorKeyName };
  if (actorEmail !== null) return { text: 'by', name: actorEmail };
  return by === 'BUYER' ? { text: 'by the buyer' } : by === 'SHOP' ? { text: 'by the shop' } : null;
}
