import type {
  FulfillmentStatus,
  OrderAttentionReason,
  OrderStatus,
  PaymentStatus,
} from '../../__generated__/lazyOperations';
import { formatDay } from '../../lib/formatDay';
import type { StatusLabel } from '../../lib/statusLabel';

/** In admins' terms; buyers see others. */
export const orderStatuses: Readonly<Record<OrderStatus, StatusLabel>> = {
  PLACED: { label: 'Placed', color: 'primary' },
  COMPLETED: { label: 'Completed', color: 'success' },
  CANCELLED: { label: 'Cancelled', color: 'default' },
};

export const paymentStatuses: Readonly<Record<PaymentStatus, StatusLabel>> = {
  PENDING: { label: 'Pending', color: 'default' },
  AUTHORIZED: { label: 'Authorized', color: 'primary' },
  PAID: { label: 'Paid', color: 'success' },
  PARTIALLY_REFUNDED: { label: 'Partially refunded', color: 'default' },
  REFUNDED: { label: 'Refunded', color: 'default' },
  VOIDED: { label: 'Voided', color: 'default' },
  FAILED: { label: 'Failed', color: 'error' },
};

export const fulfillmentStatuses: Readonly<Record<FulfillmentStatus, StatusLabel>> = {
  UNFULFILLED: { label: 'Unfulfilled', color: 'default' },
  PARTIALLY_FULFILLED: { label: 'Partially fulfilled', color: 'primary' },
  FULFILLED: { label: 'Fulfilled', color: 'primary' },
  DELIVERED: { label: 'Delivered', color: 'success' },
  RETURNED: { label: 'Returned', color: 'default' },
};

const withoutPending = ({ PENDING: _, ...others }: typeof paymentStatuses) => others;
const withoutReturned = ({ RETURNED: _, ...others }: typeof fulfillmentStatuses) => others;

/** The statuses to filter by: orders are placed after the bank's decision, and returned parcels are not recorded. */
export const filteredStatuses = {
  order: orderStatuses,
  payment: withoutPending(paymentStatuses),
  fulfillment: withoutReturned(fulfillmentStatuses),
} as const;

interface AttentionOrder {
  readonly attention: readonly OrderAttentionReason[] | null;
  readonly authorizedUntil: string | null;
}

const reasons: Readonly<Record<OrderAttentionReason, (order: AttentionOrder) => string>> = {
  CAPTURE_FAILED: () => 'Capture failed',
  AMOUNT_DIFFERS: () => 'Another amount taken',
  AUTHORIZATION_ENDING: ({ authorizedUntil }) =>
    authorizedUntil === null ? 'Authorization ends' : `Authorization ends ${formatDay(authorizedUntil)}`,
  REFUND_FAILED: () => 'Refund failed',
  DISPUTED: () => 'Payment disputed',
};

/** Why an order needs attention. */
export const attentionLabels = (order: AttentionOrder): string[] =>
  (order.attention ?? []).map((reason) => reasons[reason](order));
