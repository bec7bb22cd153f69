import { readSellerSettings, saveSellerSettings } from '../seller/sellerSettings.service';
import { readShippingSettings, saveShippingSettings } from '../shipping/shippingSettings.service';
import { readTaxSettings, saveTaxSettings } from '../taxes/taxSettings.service';
import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { defaultSettings } from './defaultSettings';
import { isExample } from './isExample';
import { sellerOf, type TaxSettings } from './shopSettings';

const database = useTestDatabase();

test('C48 C49 C50 settings are an example until they are changed, and again once they are changed back', async () => {
  const root = await asAdmin(database.repositories, 'root');
  const { excludedCountries, zones } = await readShippingSettings(root);
  const shippingZones = zones.map(({ methods, ...zone }) => ({
    ...zone,
    methods: methods.map(({ priceCents, freeAboveCents, minDays, maxDays, ...method }) => ({
      ...{ ...method, price: priceCents, freeAbove: freeAboveCents, earliestDays: minDays, latestDays: maxDays },
    })),
  }));
  const taxes = await readTaxSettings(root);
  const taxZones = taxes.zones.map(({ rates, ...zone }) => ({
    ...{ ...zone, standardRate: rates.standard, reducedRate: rates.reduced },
  }));
  const seller = sellerOf(await readSellerSettings(root));
  const read = async () => [
    isExample(await readShippingSettings(root)),
    isExample(await readTaxSettings(root)),
    isExample(await readSellerSettings(root)),
  ];
  expect(await read()).toEqual([true, true, true]);
  await saveShippingSettings(root, { version: 1, zones: shippingZones, excludedCountries: ['DE'] });
  await saveTaxSettings(root, { version: 1, pricesIncludeTax: true, zones: taxZones });
  await saveSellerSettings(root, { version: 1, seller: { ...seller, name: 'Another' } });
  expect(await read()).toEqual([false, false, false]);
  await saveShippingSettings(root, { version: 2, zones: shippingZones, excludedCountries });
  await saveTaxSettings(root, { version: 2, pricesIncludeTax: false, zones: taxZones });
  await saveSellerSettings(root, { version: 2, seller });
  expect(await read()).toEqual([true, true, true]);
});

test('C50 settings that nobody has changed stay an example when a later version begins with other ones', async () => {
  const root = await asAdmin(database.repositories, 'root');
  const former = defaultSettings.taxes;
  const formerZones = former.zones.map((zone) => ({ ...zone, rates: { ...zone.rates, standard: 700 } }));
  await database.db.collection<TaxSettings>('settings').insertOne({ ...former, zones: formerZones });
  expect(isExample(await readTaxSettings(root))).toBe(true);
  const taxZones = formerZones.map(({ rates, ...zone }) => ({
    ...{ ...zone, standardRate: rates.standard, reducedRate: rates.reduced },
  }));
  await saveTaxSettings(root, { version: 1, pricesIncludeTax: true, zones: taxZones });
  expect(isExample(await readTaxSettings(root))).toBe(false);
});
