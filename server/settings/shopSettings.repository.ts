import type { Db, Filter } from 'mongodb';
import { announcedWrites } from '../database/announcedWrites';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { defaultSettings } from './defaultSettings';
import type { SellerSettings, ShippingSettings, ShopSettings, TaxSettings } from './shopSettings';

type StoredSettings = ShippingSettings | TaxSettings | SellerSettings;

export const settingsDeclaration: CollectionDeclaration = { collection: 'settings', indexes: [] };

export type ShopSettingsRepository = ReturnType<typeof createShopSettingsRepository>;

export function createShopSettingsRepository(db: Db, settingsChanged: () => void) {
  const { readable: settings, write } = announcedWrites(
    db.collection<StoredSettings>(settingsDeclaration.collection),
    settingsChanged,
  );

  /** Stored once, so that changed defaults of a later version do not change existing shops' prices. */
  async function insertDefaults(): Promise<void> {
    for (const each of Object.values(defaultSettings) as StoredSettings[])
      await unlessDuplicate(write((collection) => collection.insertOne(each)));
  }

  async function find(): Promise<Partial<ShopSettings>> {
    const found = await settings.find({ _id: { $in: ['shipping', 'taxes', 'seller'] } }).toArray();
    return Object.fromEntries(found.map((each) => [each._id, each]));
  }

  return {
    /** The stored settings, with defaults for missing ones. */
    async get(): Promise<ShopSettings> {
      const found = await find();
      const { shipping, taxes, seller } = found;
      if (shipping && taxes && seller) return { shipping, taxes, seller };
      await insertDefaults();
      return { ...defaultSettings, ...(await find()) };
    },
    /** Compare-and-set on the previous version; false: it was changed concurrently. */
    async replace(next: StoredSettings): Promise<boolean> {
      const filter: Filter<StoredSettings> = { _id: next._id, version: next.version - 1 };
      const { matchedCount } = await write((collection) => collection.replaceOne(filter, next));
      return matchedCount === 1;
    },
  };
}
