import type { Collection, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import type { OrderDocument } from './orderDocument';
import { isFinished, nextLookAt, anonymized } from './anonymized';

const batchSize = 50;

/** The part of the repository that anonymizes orders of deleted people. */
export function anonymizeOrders(placed: Collection<OrderDocument>) {
  /** Not an event of the order, so no webhook is sent. False: it was changed concurrently. */
  const anonymizeOrder = async (order: OrderDocument, now: Date): Promise<boolean> =>
    (await changeVersion(placed, order, anonymized(order, now), { dated: true })) !== null;
  return {
    /** All orders of a deleted person; idempotent, e.g. after a crash. Orders under constant change are left to the next run. */
    async anonymizeBuyer(buyerUid: string, now: Date): Promise<void> {
      for (let forgotten = true; forgotten;) {
        const found = await placed.find({ buyerUid }, { limit: batchSize }).toArray();
        forgotten = false;
        for (const order of found) forgotten = (await anonymizeOrder(order, now)) || forgotten;
      }
    },
    /**
     * Removes the remaining personal data of finished orders; the others are rescheduled. Returns how many were checked.
     * `deleteMails`: called with an order's number before that, so that a crash in between is made up for.
     */
    async anonymizeFinished(now: Date, deleteMails: (number: string) => Promise<void>): Promise<number> {
      const isDue = { forgetAt: { $lte: now } } as Filter<OrderDocument>;
      const due = await placed.find(isDue, { sort: { forgetAt: 1 }, limit: batchSize }).toArray();
      for (const order of due) {
        if (isFinished(order, now)) {
          await deleteMails(order._id);
          await anonymizeOrder(order, now);
        } else await placed.updateOne({ _id: order._id, ...isDue }, { $set: { forgetAt: nextLookAt(now) } });
      }
      return due.length;
    },
  };
}
