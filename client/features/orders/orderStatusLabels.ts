import type { MyOrdersQuery, OrderPartsFragment } from '../../__generated__/lazyOperations';
import { formatTime } from '../../lib/formatDay';
import type { StatusLabel } from '../../lib/statusLabel';

export type Order = OrderPartsFragment;
export type ListedOrder = MyOrdersQuery['myOrders']['nodes'][number];

interface NamedStatus extends StatusLabel {
  readonly name: string;
}

const orderLabels: Readonly<Record<Order['status'], StatusLabel>> = {
  PLACED: { label: 'Placed', color: 'success' },
  COMPLETED: { label: 'Completed', color: 'success' },
  CANCELLED: { label: 'Cancelled', color: 'error' },
};

const paymentLabels: Readonly<Record<Order['paymentStatus'], StatusLabel>> = {
  PENDING: { label: 'We are waiting for your bank', color: 'default' },
  AUTHORIZED: { label: 'Authorized', color: 'default' },
  PAID: { label: 'Paid', color: 'success' },
  PARTIALLY_REFUNDED: { label: 'Partly refunded', color: 'default' },
  REFUNDED: { label: 'Refunded', color: 'default' },
  VOIDED: { label: 'Never charged', color: 'default' },
  FAILED: { label: 'The card could not be charged', color: 'error' },
};

const deliveryLabels: Readonly<Record<Order['fulfillmentStatus'], StatusLabel>> = {
  UNFULFILLED: { label: 'Not shipped yet', color: 'default' },
  PARTIALLY_FULFILLED: { label: 'Partly on its way', color: 'default' },
  FULFILLED: { label: 'On its way', color: 'default' },
  DELIVERED: { label: 'Delivered', color: 'success' },
  RETURNED: { label: 'Returned', color: 'default' },
};

/** Texts of the three statuses. */
export function statusLabelsOf({ status, paymentStatus, fulfillmentStatus, canUndoUntil }: Order): NamedStatus[] {
  const paid = paymentLabels[paymentStatus];
  const charged =
    paymentStatus === 'AUTHORIZED' && canUndoUntil !== null ? `, charged at ${formatTime(canUndoUntil)}` : '';
  return [
    { name: 'Order', ...orderLabels[status] },
    { name: 'Payment', ...paid, label: `${paid.label}${charged}` },
    { name: 'Delivery', ...deliveryLabels[fulfillmentStatus] },
  ];
}

const overallLabels: Readonly<Record<ListedOrder['overallStatus'], StatusLabel>> = {
  CANCELLED: { label: 'Cancelled', color: 'default' },
  REFUNDED: { label: 'Refunded', color: 'default' },
  ON_ITS_WAY: { label: 'On its way', color: 'success' },
  DELIVERED: { label: 'Delivered', color: 'success' },
  PLACED: { label: 'Placed', color: 'success' },
};

/** Rounded up to whole minutes. */
export const minutesUntil = (at: string, now: number): number =>
  Math.max(0, Math.ceil((new Date(at).getTime() - now) / 60_000));

/** 'Placed, undo for 8 min' */
export function overallStatusLabel({ overallStatus, canUndoUntil }: ListedOrder, now: number): StatusLabel {
  const { label, color } = overallLabels[overallStatus];
  const minutes = canUndoUntil === null ? 0 : minutesUntil(canUndoUntil, now);
  return { label: minutes > 0 ? `${label}, undo for ${minutes} min` : label, color };
}
