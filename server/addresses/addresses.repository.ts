import type { Db, Filter } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import type { Address } from '../shipping/address';

export interface SavedAddress extends Address {
  readonly id: string;
  readonly isDefault: boolean;
}

/** All addresses of a person, so that they and the default change in one write. */
export interface AddressesDocument {
  /** The uid. */
  readonly _id: string;
  readonly addresses: readonly SavedAddress[];
  readonly version: number;
}

export const addressesDeclaration: CollectionDeclaration = { collection: 'addresses', indexes: [] };

export type AddressesRepository = ReturnType<typeof createAddressesRepository>;

export function createAddressesRepository(db: Db) {
  const people = db.collection<AddressesDocument>(addressesDeclaration.collection);
  return {
    find: (uid: string) => people.findOne({ _id: uid }),
    /** Compare-and-set on the version read, null if there was none; false: it was changed concurrently. */
    async replace(uid: string, read: AddressesDocument | null, addresses: readonly SavedAddress[]): Promise<boolean> {
      if (!read) return unlessDuplicate(people.insertOne({ _id: uid, addresses, version: 1 }));
      const { version } = read;
      const filter: Filter<AddressesDocument> = { _id: uid, version };
      return (await people.updateOne(filter, { $set: { addresses, version: version + 1 } })).matchedCount === 1;
    },
    async delete(uid: string): Promise<void> {
      await people.deleteOne({ _id: uid });
    },
  };
}
