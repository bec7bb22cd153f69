import type { Collection, Document, Filter } from 'mongodb';
import { datesBetween } from '../lists/ranges';
import type { ProviderName } from '../payments/provider';
import type { OrderDocument } from './orderDocument';

/** From the first moment on and before the second. */
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

/** What tells which of its money the provider moved. */
export type MovedOrder = Pick<OrderDocument, '_id' | (typeof movedFields)[number]>;

const moved = { projection: Object.fromEntries(movedFields.map((field) => [field, 1])) };

/** Whole fields: the embedded database sends them without decoding the others. */
const projectionOf = (fields: readonly string[]): Document => ({
  _id: 0,
  ...Object.fromEntries(fields.map((field) => [field, 1])),
});

/** Of orders, which are about a kilobyte each: few answers, and none that keeps others waiting. */
const batchSize = 500;

/**
 * Reads the orders whose money moved in some days, by indexes that have these days, and keeps none of them. A pipeline that adds them
 * up in the embedded database takes several times as long.
 */
export function findMoney(orders: Collection<OrderDocument>) {
  async function visitEach<T extends Document>(filter: Document, fields: readonly string[], visit: (order: T) => void) {
    const options = { projection: projectionOf(fields), batchSize };
    for await (const order of orders.find<T>(filter as Filter<OrderDocument>, options)) visit(order);
  }
  return {
    /** In the order of their moments. */
    visitTaken: ({ from, to }: Span, visit: (order: TakenOrder) => void): Promise<void> =>
      visitEach(datesBetween('payment.capturedAt', from, to), takenFields, visit),
    /** Those of which something went back in these days, or turned out not to have arrived; at other days, too. */
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
    /** Those of which a dispute took money in these days, or was decided; at other days, too. */
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
    /** Of one provider; those whose money was taken in that time, or of which something went back. */
    moneyBetween: ({ from, to }: Span, provider: ProviderName): Promise<MovedOrder[]> =>
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
    /** By the shop's names for their payments. */
    findMoneyOf: (paymentIds: readonly string[]): Promise<MovedOrder[]> =>
      orders.find<MovedOrder>({ 'payment.id': { $in: [...paymentIds] } } as Filter<OrderDocument>, moved).toArray(),
  };
}
