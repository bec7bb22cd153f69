import type { Document, Filter, ObjectId } from 'mongodb';
import type { AnnouncedWrite } from '../database/announcedWrites';
import type { EventGate } from '../events/eventGate';
import { pushChanged } from './productEvents';

interface CountedProduct {
  readonly _id: ObjectId;
  readonly purchasable?: boolean | undefined;
}

/** What the count of its pieces makes of a product. Its version stays, so that no edit is refused because of a sale. */
export function countedWrites<Stored extends Document>(write: AnnouncedWrite<Stored>, gate: EventGate) {
  const change = async (filter: object, set: Document, ...then: Document[]): Promise<void> => {
    const told = (await gate.wants('product.changed')) && pushChanged({ $ifNull: ['$version', 0] });
    await write((collection) =>
      collection.updateOne(filter as Filter<Stored>, [{ $set: { ...set, updatedAt: '$$NOW', ...told } }, ...then]),
    );
  };
  return {
    /** Whether there are pieces of it. */
    setInStock: (id: ObjectId, inStock: boolean): Promise<void> =>
      change(inStock ? { _id: id, inStock: false, purchasable: { $ne: false } } : { _id: id, inStock: true }, {
        inStock,
      }),
    /** Its count begins while it is not for sale: pieces alone do not put it on sale. */
    keepOffSale: (id: ObjectId): Promise<void> =>
      change({ _id: id, inStock: false, purchasable: { $exists: false } }, { purchasable: false }),
    /** Its pieces are not counted any more: the switch alone decides again. */
    forgetCount: ({ _id, purchasable }: CountedProduct): Promise<void> =>
      change({ _id }, { inStock: purchasable !== false }, { $unset: 'purchasable' }),
  };
}
