import type { OverallOrderStatus } from '../__generated__/resolvers';
import type { OrderDocument } from './orderDocument';

/** The most informative of its three statuses. */
export function overallStatus({ status, payment }: Pick<OrderDocument, 'status' | 'payment'>): OverallOrderStatus {
  if (payment.status === 'refunded') return 'REFUNDED';
  switch (status) {
    case 'cancelled':
      return 'CANCELLED';
    case 'partlyShipped':
    case 'shipped':
      return 'ON_ITS_WAY';
    case 'delivered':
      return 'DELIVERED';
    case 'placed':
      return 'PLACED';
  }
}
