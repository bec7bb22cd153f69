import type { MyOrdersQuery, OrderPartsFragment } from '../../__generated__/lazyOperations';
import { formatTime } from '../../lib/formatDay';

export type Order = OrderPartsFragment;
export type ListedOrder = MyOrdersQuery['myOrders']['nodes'][number];

type Colour = 'default' | 'success' | 'error';

export interface StatusWords {
  readonly about: string;
  readonly words: string;
  readonly colour: Colour;
}

const orderWords: Readonly<Record<Order['status'], readonly [string, Colour]>> = {
  PLACED: ['Placed', 'success'],
  COMPLETED: ['Completed', 'success'],
  CANCELLED: ['Cancelled', 'error'],
};

const paymentWords: Readonly<Record<Order['paymentStatus'], readonly [string, Colour]>> = {
  PENDING: ['We are waiting for your bank', 'default'],
  AUTHORIZED: ['Authorized', 'default'],
  PAID: ['Paid', 'success'],
  PARTIALLY_REFUNDED: ['Partly refunded', 'default'],
  REFUNDED: ['Refunded', 'default'],
  VOIDED: ['Never charged', 'default'],
  FAILED: ['The card could not be charged', 'error'],
};

const deliveryWords: Readonly<Record<Order['fulfillmentStatus'], readonly [string, Colour]>> = {
  UNFULFILLED: ['Not shipped yet', 'default'],
  PARTIALLY_FULFILLED: ['Partly on its way', 'default'],
  FULFILLED: ['On its way', 'default'],
  DELIVERED: ['Delivered', 'success'],
  RETURNED: ['Returned', 'default'],
};

/** Texts of the three statuses. */
export function statusWords({ status, paymentStatus, fulfillmentStatus, canUndoUntil }: Order): StatusWords[] {
  const [paid, paidColour] = paymentWords[paymentStatus];
  const charged =
    paymentStatus === 'AUTHORIZED' && canUndoUntil !== null ? `, charged at ${formatTime(canUndoUntil)}` : '';
  return [
    { about: 'Order', words: orderWords[status][0], colour: orderWords[status][1] },
    { about: 'Payment', words: `${paid}${charged}`, colour: paidColour },
    { about: 'Delivery', words: deliveryWords[fulfillmentStatus][0], colour: deliveryWords[fulfillmentStatus][1] },
  ];
}

const overallWords: Readonly<Record<ListedOrder['overallStatus'], readonly [string, Colour]>> = {
  CANCELLED: ['Cancelled', 'default'],
  REFUNDED: ['Refunded', 'default'],
  ON_ITS_WAY: ['On its way', 'success'],
  DELIVERED: ['Delivered', 'success'],
  PLACED: ['Placed', 'success'],
};

/** Rounded up to whole minutes. */
export const minutesUntil = (at: string, now: number): number =>
  Math.max(0, Math.ceil((new Date(at).getTime() - now) / 60_000));

/** 'Placed, undo for 8 min' */
export function overallStatusWords({ overallStatus, canUndoUntil }: ListedOrder, now: number) {
  const [words, color] = overallWords[overallStatus];
  const minutes = canUndoUntil === null ? 0 : minutesUntil(canUndoUntil, now);
  return { label: minutes > 0 ? `${words}, undo for ${minutes} min` : words, color };
}
