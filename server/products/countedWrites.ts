import type { Document, Filter, ObjectId } from 'mongodb';
import type { AnnouncedWrite } from '../database/announcedWrites';
import type { EventSubscriptions } from '../events/eventSubscriptions';
import { pushChanged } from './productEvents';

interface CountedProduct {
  readonly _id: ObjectId;
  readonly purchasable?: boolean | undefined;
}

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
        ? change({ _id: id, inStock: false, purchasable: { $ne: false } }, { inStock })
        : change({ _id: id, inStock: true }, { inStock, purchasable: { $ifNull: ['$purchasable', true] } }),
    /** Starts stock tracking with the product off sale: stock alone does not put it on sale. */
    keepOffSale: (id: ObjectId): Promise<void> =>
      change({ _id: id, inStock: false, purchasable: { $exists: false } }, { purchasable: false }),
    /** Ends stock tracking: only the switch decides whether it can be bought. */
    forgetCount: ({ _id, purchasable }: CountedProduct): Promise<void> =>
      change({ _id }, { inStock: purchasable !== false }, { $unset: 'purchasable' }),
  };
}
