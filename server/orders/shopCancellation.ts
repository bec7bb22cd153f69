import { ConflictError } from '../errors';
import type { PaymentProvider } from '../payments/provider';
import { isPaidBy } from './endOrder';
import type { OrderDocument } from './orderDocument';

/** Per kind and order. */
export const maximumRecords = 100;

/** Why the shop can cancel neither the order nor its unsent rest; null: it can. */
export function cancellationRefusal(provider: PaymentProvider, order: OrderDocument): ConflictError | null {
  const { status, refunds = [] } = order;
  if (status !== 'placed' && status !== 'partlyShipped')
    return new ConflictError('It cannot be cancelled any more: it is on its way.', 'number');
  if (!isPaidBy(provider, order)) return new ConflictError('It was paid by another provider, or by none.', 'number');
  // Cancelling the unsent rest is a refund.
  if (status === 'partlyShipped' && refunds.length >= maximumRecords)
    return new ConflictError(`An order has at most ${maximumRecords} refunds.`, 'number');
  return null;
}
