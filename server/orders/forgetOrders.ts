import type { Collection, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import type { OrderDocument } from './orderDocument';
import { isFinished, nextLookAt, withoutBuyer } from './withoutBuyer';

/** Of one person's orders, and of those that are looked at again. */
const batch = 50;

/** Part of the repository: what deletions of people write. */
export function forgetOrders(placed: Collection<OrderDocument>) {
  /** It is no news of the order, so that nobody is told of it. False: somebody has changed it meanwhile. */
  const forgetBuyerOf = async (order: OrderDocument, now: Date): Promise<boolean> =>
    (await changeVersion(placed, order, withoutBuyer(order, now), { dated: true })) !== null;
  return {
    /** All that somebody has bought who is deleted; may be repeated, as after a crash. What others keep changing is left to the next time. */
    async forgetBuyer(buyerUid: string, now: Date): Promise<void> {
      for (let forgotten = true; forgotten;) {
        const found = await placed.find({ buyerUid }, { limit: batch }).toArray();
        forgotten = false;
        for (const order of found) forgotten = (await forgetBuyerOf(order, now)) || forgotten;
      }
    },
    /** Forgets the rest where it is finished by now; the others are looked at again later. Answers how many it has looked at. */
    async forgetFinished(now: Date): Promise<number> {
      const isDue = { forgetAt: { $lte: now } } as Filter<OrderDocument>;
      const due = await placed.find(isDue, { sort: { forgetAt: 1 }, limit: batch }).toArray();
      for (const order of due) {
        if (isFinished(order, now)) await forgetBuyerOf(order, now);
        else await placed.updateOne({ _id: order._id, ...isDue }, { $set: { forgetAt: nextLookAt(now) } });
      }
      return due.length;
    },
  };
}
