import type { OrderDocument } from './orderDocument';

/** Whether the payment is authorized and not captured yet. Orders from before payments have one without an id. */
export const isAuthorized = ({ payment, status }: Pick<OrderDocument, 'payment' | 'status'>): boolean =>
  status !== 'cancelled' && payment.id !== '' && (payment.status === 'authorized' || payment.status === 'capturing');
