import type { Db } from 'mongodb';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertEach';
import { defaultSettings, defaultShippingZones, defaultTaxZones } from './defaultSettings';
import type { ShippingZoneDocument, ShopSettings, ShopSettingsDocument, TaxZoneDocument } from './shopSettings';

export const shippingZonesDeclaration: CollectionDeclaration = { collection: 'shippingZones', indexes: [] };
export const taxZonesDeclaration: CollectionDeclaration = { collection: 'taxZones', indexes: [] };

export type ShopSettingsRepository = ReturnType<typeof createShopSettingsRepository>;

export function createShopSettingsRepository(db: Db) {
  const settings = db.collection<ShopSettingsDocument>('settings');
  const shippingZones = db.collection<ShippingZoneDocument>(shippingZonesDeclaration.collection);
  const taxZones = db.collection<TaxZoneDocument>(taxZonesDeclaration.collection);

  /** The zones first: where the settings are, the zones have been there, and may have been removed since. */
  async function insertDefaults(): Promise<void> {
    await insertMissing(shippingZones, defaultShippingZones);
    await insertMissing(taxZones, defaultTaxZones);
    await unlessTaken(settings.insertOne(defaultSettings));
  }

  return {
    /** Those of a new shop where nobody has set any. */
    async get(): Promise<ShopSettings> {
      const shop = await settings.findOne({ _id: 'shop' });
      if (!shop) {
        await insertDefaults();
        return { shop: defaultSettings, shippingZones: defaultShippingZones, taxZones: defaultTaxZones };
      }
      const [shipping, taxes] = await Promise.all([
        shippingZones.find({}, { sort: { position: 1, _id: 1 } }).toArray(),
        taxZones.find().toArray(),
      ]);
      return { shop, shippingZones: shipping, taxZones: taxes };
    },
  };
}
