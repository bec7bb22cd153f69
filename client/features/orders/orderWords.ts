import type { OrderQuery } from '../../__generated__/lazyOperations';
import { formatTime } from '../../lib/formatDay';

export type Order = NonNullable<OrderQuery['order']>;

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

/** The three statuses in words. */
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

/** 'Visa •••• 4242' */
export const cardWords = ({ card }: Order): string => (card ? `${card.brand} •••• ${card.last4}` : 'Card');
