import type { Document, Filter, ObjectId } from 'mongodb';
import type { AnnouncedWrite } from '../database/announcedWrites';
import type { EventSubscriptions } from '../events/eventSubscriptions';
import { pushChanged } from './productEvents';

/** Writes to products that follow from their stock. They keep the version, so that a sale does not reject a concurrent edit. */
export function countedWrites<Stored extends Document>(
  write: AnnouncedWrite<Stored>,
  subscriptions: EventSubscriptions,
) {
  const change = async (filter: object, set: Document, ...then: Document[]): Promise<void> => {
    const pushed = (await subscriptions.has('product.changed')) && pushChanged({ $ifNull: ['$version', 0] });
    await write((collection) =>
      collection.updateOne(filter as Filter<Stored>, [{ $set: { ...set, updatedAt: '$$NOW', ...pushed } }, ...then]),
    );
  };
  return {
    /** Sets whether it is in stock. What sells out was on sale, also where its switch was never stored. */
    setInStock: (id: ObjectId, inStock: boolean): Promise<void> =>
      inStock
        ? change({ _id: id, inStock: false, purchasable: true }, { inStock })
        : change({ _id: id, inStock: true }, { inStock, purchasable: { $ifNull: ['$purchasable', true] } }),
    /** Before stock tracking: it keeps what `inStock` said until now. Readers see no difference. */
    keepSwitch: async (id: ObjectId): Promise<void> => {
      const filter = { _id: id, purchasable: { $exists: false } } as object as Filter<Stored>;
      await write((collection) =>
        collection.updateOne(filter, [{ $set: { purchasable: { $eq: ['$inStock', true] } } }]),
      );
    },
    /** Ends stock tracking: only the switch decides whether it can be bought. Idempotent. */
    forgetCount: (id: ObjectId): Promise<void> =>
      change(
        { _id: id, purchasable: { $exists: true } },
        { inStock: { $ne: ['$purchasable', false] } },
        { $unset: 'purchasable' },
      ),
  };
}
