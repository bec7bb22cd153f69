import type { Filter } from 'mongodb';
import type { PaymentsAsked } from './provider';

/** Cursor condition of a ledger read newest first. */
export const olderThan = <Payment extends { readonly _id: string; readonly createdAt: Date }>(
  after: PaymentsAsked['after'],
): Filter<Payment> =>
  (after === null
    ? {}
    : {
        $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id } }],
      }) as Filter<Payment>;
