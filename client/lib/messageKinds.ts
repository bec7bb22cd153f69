import type { MessageKind } from '../__generated__/lazyOperations';

export const messageKinds: Readonly<Record<MessageKind, string>> = {
  ORDER_CONFIRMATION: 'Order confirmation',
  ORDER_CANCELLED: 'Order cancelled',
  ORDER_REFUNDED: 'Refund',
  REFUND_FAILED: 'Refund did not arrive',
  ORDER_SHIPPED: 'On its way',
  ORDER_LINK: 'Link to the order',
  PAYMENT_FAILED: 'Payment failed',
  SOLD_OUT: 'Sold out, given back',
  CONTACT_MESSAGES: 'From the contact page',
  TEST: 'Test message',
};
