import type { Document, Filter, ObjectId } from 'mongodb';
import type { AnnouncedWrite, ReadableCollection } from '../database/announcedWrites';
import type { EventSubscriptions } from '../events/eventSubscriptions';
import type { WithPendingEvents } from '../events/pendingEvents';
import type { ProductDeletionsRepository } from './productDeletions.repository';

export interface ProductEvents {
  readonly subscriptions: EventSubscriptions;
  readonly deletions: ProductDeletionsRepository | null;
}

/** The tombstones of deleted products. */
interface Removals {
  readonly begin: (id: ObjectId) => Promise<void>;
  readonly finish: (id: ObjectId) => Promise<void>;
}

interface Deletable extends Document, WithPendingEvents {
  readonly version: number;
}

/** Moves a product's pending events to its tombstone. False if it was changed or deleted concurrently. */
export function deleterWithEvents<Stored extends Deletable>(
  products: ReadableCollection<Stored>,
  write: AnnouncedWrite<Stored>,
  { subscriptions, deletions, removals }: ProductEvents & { readonly removals: Removals },
) {
  async function remove(id: ObjectId, filter: object): Promise<boolean> {
    await removals.begin(id);
    const { deletedCount } = await write((collection) => collection.deleteOne(filter as Filter<Stored>));
    if (deletedCount === 1) await removals.finish(id);
    return deletedCount === 1;
  }

  async function deleteOne(id: ObjectId, filter: object): Promise<boolean> {
    if (!deletions || !(await subscriptions.has('product.deleted'))) return remove(id, filter);
    const found = (await products.findOne(filter as Filter<Stored>, {
      projection: { version: 1, pendingEvents: 1 },
    })) as Deletable | null;
    if (!found) return false;
    const { pendingEvents = [], version = 0 } = found;
    const deletion = await deletions.begin(id, version, pendingEvents);
    const ids = pendingEvents.map((event) => event.id);
    const isSame =
      ids.length > 0
        ? { $and: ids.map((event) => ({ 'pendingEvents.id': event })), pendingEvents: { $size: ids.length } }
        : { 'pendingEvents.id': { $exists: false } };
    const isDeleted = await remove(id, { ...filter, ...isSame });
    await deletions.end(deletion, id, isDeleted);
    return isDeleted;
  }

  return {
    deleteOne,
    /** Regardless of its version. */
    async deleteById(id: ObjectId): Promise<void> {
      const isThere = async () =>
        (await products.findOne({ _id: id } as Filter<Stored>, { projection: { _id: 1 } })) !== null;
      while (!(await deleteOne(id, { _id: id }))) if (!(await isThere())) return;
    },
  };
}
