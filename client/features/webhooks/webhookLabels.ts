import type {
  WebhookDeliveryStatus,
  WebhookEndpointStatus,
  WebhookEventType,
} from '../../__generated__/lazyOperations';

export const eventLabels: Readonly<Record<WebhookEventType, string>> = {
  ORDER_PLACED: 'Order placed',
  ORDER_PAID: 'Order paid',
  ORDER_PAYMENT_FAILED: 'Payment failed',
  ORDER_SHIPPED: 'Order shipped',
  ORDER_SHIPMENT_CHANGED: 'Shipment corrected',
  ORDER_SHIPMENT_UNDONE: 'Shipment undone',
  ORDER_DELIVERED: 'Order delivered',
  ORDER_DELIVERY_UNDONE: 'Delivery undone',
  ORDER_PARTLY_CANCELLED: 'Order partly cancelled',
  ORDER_CANCELLED: 'Order cancelled',
  ORDER_REFUNDED: 'Order refunded',
  ORDER_REFUND_FAILED: 'Refund failed',
  ORDER_DISPUTE_OPENED: 'Dispute opened',
  ORDER_DISPUTE_CLOSED: 'Dispute closed',
  PRODUCT_CREATED: 'Product created',
  PRODUCT_CHANGED: 'Product changed',
  PRODUCT_DELETED: 'Product deleted',
  STOCK_LOW: 'Stock low',
  WEBHOOK_TEST: 'Test event',
};

export const isEvent = (text: string): text is WebhookEventType => Object.hasOwn(eventLabels, text);

const allEvents = Object.keys(eventLabels).filter(isEvent);
/** A test event is sent to its endpoint regardless of the subscribed events. */
export const choosableEvents = allEvents.filter((event) => event !== 'WEBHOOK_TEST');

type Colour = 'default' | 'success' | 'error';

export const endpointStatuses: Readonly<Record<WebhookEndpointStatus, { label: string; color: Colour }>> = {
  ACTIVE: { label: 'Active', color: 'success' },
  PAUSED: { label: 'Paused', color: 'default' },
  DISABLED: { label: 'Disabled', color: 'error' },
};

export const deliveryStatuses: Readonly<Record<WebhookDeliveryStatus, { label: string; color: Colour }>> = {
  PENDING: { label: 'Waiting', color: 'default' },
  SENDING: { label: 'Being sent', color: 'default' },
  DELIVERED: { label: 'Delivered', color: 'success' },
  FAILED: { label: 'Failed', color: 'error' },
};
