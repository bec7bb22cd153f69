import type { Db, Document } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import type { ShippingZone, ShopSettings, TaxZone } from '../settings/shopSettings';

/** The old format: one document per zone, and one for common settings. */
interface FormerSettings extends Document {
  readonly _id: string;
  readonly pricesIncludeTax: boolean;
  readonly excludedCountries: readonly string[];
}
type Former<T extends { readonly id: string }> = Omit<T, 'id'> & { readonly _id: string };

type Gathered = Pick<ShopSettings, 'shipping' | 'taxes'>;

const formerZones = ['shippingZones', 'taxZones'] as const;

/** Migration: merges three collections into one document per subject, so that related settings change atomically. */
export async function mergeSettings(db: Db): Promise<void> {
  const settings = db.collection<FormerSettings>('settings');
  const shop = await settings.findOne({ _id: 'shop' });
  if (!shop) return;
  const { shipping, taxes } = await gathered(db, shop);
  for (const each of [shipping, taxes])
    await unlessDuplicate(db.collection('settings').insertOne({ ...each } as Document));
  for (const name of formerZones) await db.collection(name).deleteMany({});
  await settings.deleteOne({ _id: 'shop' });
}

async function gathered(db: Db, { pricesIncludeTax, excludedCountries }: FormerSettings): Promise<Gathered> {
  const [shippingZones, taxZones] = await Promise.all([
    db
      .collection<Former<ShippingZone>>('shippingZones')
      .find({}, { sort: { position: 1, _id: 1 }, projection: { position: 0 } })
      .toArray(),
    db.collection<Former<TaxZone>>('taxZones').find().toArray(),
  ]);
  return {
    shipping: {
      _id: 'shipping',
      zones: shippingZones.map(({ _id, ...zone }) => ({ id: _id, ...zone })),
      excludedCountries,
      ...{ version: 1, editId: null },
    },
    taxes: {
      _id: 'taxes',
      pricesIncludeTax,
      zones: taxZones.map(({ _id, ...zone }) => ({ id: _id, ...zone })),
      ...{ version: 1, editId: null },
    },
  };
}
