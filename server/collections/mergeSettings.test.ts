import { defaultSettings } from '../settings/defaultSettings';
import { useTestDatabase } from '../testing/useTestDatabase';
import { mergeSettings } from './mergeSettings';

const database = useTestDatabase();

const method = { id: 'm', name: 'M', priceCents: 1, freeAboveCents: null, minDays: 1, maxDays: 2, isOffered: true };

async function storeFormer() {
  const { db } = database;
  const stored = db.collection<{ _id: string }>('settings');
  await stored.insertOne({ _id: 'shop', pricesIncludeTax: true, excludedCountries: ['BV'], version: 1 } as never);
  await db.collection<{ _id: string }>('shippingZones').insertMany([
    { _id: 'b', name: 'B', position: 2, countries: null, methods: [method] },
    { _id: 'a', name: 'A', position: 1, countries: ['DE'], methods: [] },
  ] as never[]);
  const rates = { standard: 1_900, reduced: 700, zero: 0 };
  await db
    .collection<{ _id: string }>('taxZones')
    .insertOne({ _id: 'de', name: 'Germany', countryCode: 'DE', region: null, rates, isShippingTaxed: true } as never);
}

const expected = {
  shipping: {
    _id: 'shipping',
    zones: [
      { id: 'a', name: 'A', countries: ['DE'], methods: [] },
      { id: 'b', name: 'B', countries: null, methods: [method] },
    ],
    excludedCountries: ['BV'],
    ...{ version: 1, editId: null },
  },
  taxes: {
    _id: 'taxes',
    pricesIncludeTax: true,
    zones: [
      {
        ...{ id: 'de', name: 'Germany', countryCode: 'DE', region: null },
        ...{ rates: { standard: 1_900, reduced: 700, zero: 0 }, isShippingTaxed: true },
      },
    ],
    ...{ version: 1, editId: null },
  },
};

test('merges the settings of three collections, also after a crash midway, and changes nothing on a second run', async () => {
  await storeFormer();
  // State after a crash: one of the two documents is stored.
  await database.db.collection<{ _id: string }>('settings').insertOne(expected.shipping as never);
  for (let run = 0; run < 2; run += 1) {
    await mergeSettings(database.db);
    expect(await database.repositories.shopSettings.get()).toEqual({ ...expected, seller: defaultSettings.seller });
  }
  for (const name of ['shippingZones', 'taxZones']) expect(await database.db.collection(name).countDocuments()).toBe(0);
  expect(await database.db.collection('settings').countDocuments()).toBe(3);
});

test('creates the default settings once in a shop without settings', async () => {
  await mergeSettings(database.db);
  const read = await Promise.all(Array.from({ length: 8 }, () => database.repositories.shopSettings.get()));
  for (const each of read) expect(each).toEqual(defaultSettings);
  expect(await database.db.collection('settings').countDocuments()).toBe(3);
});
