import type { Collection, Document, Filter } from 'mongodb';
import { datesBetween } from '../lists/ranges';
import type { ProviderName } from '../payments/provider';
import type { OrderDocument } from './orderDocument';
import { visitOrders } from './visitOrders';

/** `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

const takenFields = [
  'lines',
  'status',
  'taxZone',
  'shippingCents',
  'taxCents',
  'taxIncluded',
  'payment',
  'refunds',
] as const;
const refundedFields = ['taxZone', 'refunds'] as const;
const disputedFields = ['disputes'] as const;
const movedFields = ['status', 'payment', 'refunds', 'disputes', 'totalCents'] as const;

export type TakenOrder = Pick<OrderDocument, (typeof takenFields)[number]>;
export type RefundedOrder = Pick<OrderDocument, (typeof refundedFields)[number]>;
export type DisputedOrder = Pick<OrderDocument, (typeof disputedFields)[number]>;

/** The fields that show which movements of money the provider should have. */
export type MovedOrder = Pick<OrderDocument, '_id' | (typeof movedFields)[number]>;

const moved = { projection: Object.fromEntries(movedFields.map((field) => [field, 1])) };

/** Streams the orders with movements of money in a date range, by indexes on these dates. */
export function findMoney(orders: Collection<OrderDocument>) {
  const visitEach = <T extends Document>(filter: Document, fields: readonly string[], visit: (order: T) => void) =>
    visitOrders(orders, { filter, fields }, visit);
  return {
    /** Ordered by date of capture. */
    visitTaken: ({ from, to }: Span, visit: (order: TakenOrder) => void): Promise<void> =>
      visitEach(datesBetween('payment.capturedAt', from, to), takenFields, visit),
    /** Orders with a refund made or failed in the range; they may have others outside of it. */
    visitRefunded: ({ from, to }: Span, visit: (order: RefundedOrder) => void): Promise<void> =>
      visitEach(
        {
          $or: (['doneAt', 'failedAt'] as const).map((moment) => ({
            refunds: { $elemMatch: datesBetween(moment, from, to) },
          })),
        },
        refundedFields,
        visit,
      ),
    /** Orders with a dispute opened or decided in the range; they may have others outside of it. */
    visitDisputed: ({ from, to }: Span, visit: (order: DisputedOrder) => void): Promise<void> =>
      visitEach(
        {
          $or: (['takenAt', 'closedAt'] as const).map((moment) => ({
            disputes: { $elemMatch: datesBetween(moment, from, to) },
          })),
        },
        disputedFields,
        visit,
      ),
    /** Orders of one provider captured or refunded in the range. */
    findMovedBetween: ({ from, to }: Span, provider: ProviderName): Promise<MovedOrder[]> =>
      orders
        .find<MovedOrder>(
          {
            'payment.provider': provider,
            $or: [
              datesBetween('payment.capturedAt', from, to),
              { refunds: { $elemMatch: datesBetween('doneAt', from, to) } },
            ],
          } as Filter<OrderDocument>,
          moved,
        )
        .toArray(),
    /** By payment ids. */
    findMoneyOf: (paymentIds: readonly string[]): Promise<MovedOrder[]> =>
      orders.find<MovedOrder>({ 'payment.id': { $in: [...paymentIds] } } as Filter<OrderDocument>, moved).toArray(),
  };
}
