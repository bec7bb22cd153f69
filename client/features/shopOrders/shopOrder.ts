import type { ShopOrderPartsFragment } from '../../__generated__/lazyOperations';
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from './orderLabels';

export type ShopOrder = ShopOrderPartsFragment;
export type ShopOrderLine = ShopOrder['lines'][number];
export type Parcel = ShopOrder['fulfillments'][number];

/** The three statuses. */
export const statusesOf = ({ status, paymentStatus, fulfillmentStatus }: ShopOrder) =>
  [
    ['Order', orderStatuses[status]],
    ['Payment', paymentStatuses[paymentStatus]],
    ['Fulfillment', fulfillmentStatuses[fulfillmentStatus]],
  ] as const;

export const openPieces = ({ lines }: Pick<ShopOrder, 'lines'>): number =>
  lines.reduce((sum, { openQuantity }) => sum + openQuantity, 0);

const isTaken = ({ paymentStatus }: Pick<ShopOrder, 'paymentStatus'>): boolean =>
  paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_REFUNDED';

/** Of an order whose shipment was undone: nothing of it is shipped any more, but its buyer has paid. */
export const isStillCharged = (order: Pick<ShopOrder, 'paymentStatus' | 'fulfillmentStatus'>): boolean =>
  order.fulfillmentStatus === 'UNFULFILLED' && isTaken(order);

/** Why nothing of it can be shipped; undefined: it can be. */
export function shipmentBlockedReason(order: ShopOrder, undoUntil: string | undefined): string | undefined {
  if (order.paymentStatus === 'FAILED') return 'Nothing is shipped before its money is taken.';
  if (order.paymentStatus === 'REFUNDED') return 'All of its money went back.';
  if (undoUntil !== undefined)
    return `Its buyer can undo the purchase until ${undoUntil}. After that it can be shipped.`;
  return openPieces(order) === 0 ? 'Nothing of it is left to ship.' : undefined;
}

/** Why nothing of it can be refunded; undefined: it can be. */
export function refundBlockedReason(order: ShopOrder): string | undefined {
  if (!isTaken(order))
    return order.paymentStatus === 'REFUNDED'
      ? 'All of its money went back.'
      : 'Nothing was taken of its money yet. To give it up, cancel the order.';
  return (order.refundable?.amount ?? 0) === 0 ? 'All of its money goes back.' : undefined;
}

/** Whether the whole order or its unshipped part is cancelled, as the server decides. */
export const isCancellable = ({ canCancelByShop }: Pick<ShopOrder, 'canCancelByShop'>): boolean =>
  canCancelByShop === true;
