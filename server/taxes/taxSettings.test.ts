import type { Context } from '../context';
import type { TaxClass } from '../pricing/priceCheckout';
import { buildProduct } from '../testing/builders';
import { asAdmin, asViewer, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { previewTax, readTaxSettings, saveTaxSettings } from './taxSettings.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
const logged = () => database.db.collection('auditEntries').find().toArray();

const zone = (fields: object = {}) => ({
  ...{ id: null, name: 'Texas', countryCode: 'US', region: 'TX', standardRate: 625, reducedRate: 0 },
  ...{ isShippingTaxed: true, ...fields },
});
const input = (fields: object = {}) => ({ version: 1, pricesIncludeTax: false, zones: [zone()], ...fields });

/** The stored settings as input of a save. */
async function asInput(context: Context) {
  const { zones, pricesIncludeTax, version } = await readTaxSettings(context);
  return {
    ...{ version, pricesIncludeTax },
    zones: zones.map(({ rates, ...others }) => ({
      ...{ ...others, standardRate: rates.standard, reducedRate: rates.reduced },
    })),
  };
}

async function newProduct(price: number, taxClass?: TaxClass) {
  const product = { ...buildProduct({ name: 'Lamp', price }), ...(taxClass && { taxClass }) };
  await repositories().products.insert(product);
  return product.slug;
}

test.each<[string, number, TaxClass, boolean, object, object]>([
  // Half a cent is rounded up.
  [
    'added',
    84,
    'standard',
    false,
    { countryCode: 'US', region: 'CA' },
    { tax: 609, total: 9_009, rate: 725, zone: 'California' },
  ],
  [
    'added, by its name',
    84,
    'standard',
    false,
    { countryCode: 'US', region: 'california' },
    { tax: 609, total: 9_009, rate: 725, zone: 'California' },
  ],
  [
    'added, reduced to nothing',
    84,
    'reduced',
    false,
    { countryCode: 'US', region: 'NY' },
    { tax: 0, total: 8_400, rate: 0, zone: 'New York' },
  ],
  [
    'added, a cent at half',
    1,
    'standard',
    false,
    { countryCode: 'DE' },
    { tax: 19, total: 119, rate: 1_900, zone: 'Germany' },
  ],
  [
    'added, below half a cent',
    0.02,
    'standard',
    false,
    { countryCode: 'DE' },
    { tax: 0, total: 2, rate: 1_900, zone: 'Germany' },
  ],
  [
    'added, above half a cent',
    0.03,
    'standard',
    false,
    { countryCode: 'DE' },
    { tax: 1, total: 4, rate: 1_900, zone: 'Germany' },
  ],
  [
    'included',
    119,
    'standard',
    true,
    { countryCode: 'DE' },
    { tax: 1_900, total: 11_900, rate: 1_900, zone: 'Germany' },
  ],
  [
    'included, reduced',
    10.7,
    'reduced',
    true,
    { countryCode: 'DE' },
    { tax: 70, total: 1_070, rate: 700, zone: 'Germany' },
  ],
  ['included, zero', 5, 'zero', true, { countryCode: 'DE' }, { tax: 0, total: 500, rate: 0, zone: 'Germany' }],
  ['in no zone', 84, 'standard', false, { countryCode: 'FR' }, { tax: 0, total: 8_400, rate: 0, zone: null }],
  [
    'in a region without one',
    84,
    'standard',
    false,
    { countryCode: 'US', region: 'OR' },
    { tax: 0, total: 8_400, rate: 0, zone: null },
  ],
])('C50 C16 previews the tax to the cent: %s', async (...row) => {
  const [, price, taxClass, pricesIncludeTax, place, { tax, total, rate, zone: expected }] = row as [
    ...[string, number, TaxClass, boolean, object],
    { tax: number; total: number; rate: number; zone: string | null },
  ];
  const root = await asAdmin(repositories(), 'root');
  const slug = await newProduct(price, taxClass);
  await saveTaxSettings(root, { ...(await asInput(root)), pricesIncludeTax });
  const preview = await previewTax(root, { slug, ...place });
  expect(preview).toMatchObject({
    ...{ taxClass, zone: expected },
    totals: { taxCents: tax, totalCents: total, taxIncluded: pricesIncludeTax, lines: [{ taxRate: rate }] },
  });
});

test.each([
  [{ slug: 'nowhere', countryCode: 'US' }, 'slug', 'NOT_FOUND'],
  [{ slug: 'lamp', countryCode: 'XX' }, 'countryCode', 'BAD_USER_INPUT'],
  [{ slug: 'lamp', countryCode: 'US', region: 'Bavaria' }, 'region', 'BAD_USER_INPUT'],
])('C50 refuses a preview for an unknown product or place on its field: %j', async (place, field, code) => {
  const root = await asAdmin(repositories(), 'root');
  await expect(previewTax(root, place)).rejects.toMatchObject({ code, field });
});

test('C50 names the field of a country in its message', async () => {
  const root = await asAdmin(repositories(), 'root');
  const tooLong = 'countryCode must be at most 2 characters';
  await expect(previewTax(root, { slug: 'lamp', countryCode: 'USA' })).rejects.toThrow(tooLong);
  await expect(saveTaxSettings(root, input({ zones: [zone({ countryCode: 'USA' })] }))).rejects.toThrow(tooLong);
});

test('C50 the zone of a region precedes that of its country, in any order of the zones', async () => {
  const root = await asAdmin(repositories(), 'root');
  const slug = await newProduct(100);
  const country = zone({ name: 'United States', region: null, standardRate: 100 });
  for (const [index, zones] of [
    [country, zone()],
    [zone(), country],
  ].entries()) {
    await saveTaxSettings(root, input({ version: index + 1, zones }));
    const nameAt = async (region: string) => (await previewTax(root, { slug, countryCode: 'US', region })).zone;
    expect([await nameAt('TX'), await nameAt('CA')]).toEqual(['Texas', 'United States']);
  }
});

test('C50 of concurrent saves of one version one succeeds, and the former version can be saved again', async () => {
  const root = await asAdmin(repositories(), 'root');
  const bob = await asAdmin(repositories(), 'bob');
  const { version, ...former } = await asInput(root);
  const results = await Promise.allSettled([
    saveTaxSettings(root, input({ zones: [] })),
    saveTaxSettings(bob, input()),
  ]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toMatchObject([{ code: 'CONFLICT', field: 'version' }]);
  await saveTaxSettings(root, { ...former, version: version + 1 });
  expect(await asInput(root)).toEqual({ ...former, version: version + 2 });
});

test('C50 applies a repeated save under its key once, with the same answer', async () => {
  await asAdmin(repositories(), 'root');
  const keyed = () => asViewer(repositories(), viewerNamed('root'), { idempotencyKey: 'root\ntaxes' });
  const first = await saveTaxSettings(keyed(), input());
  expect(await saveTaxSettings(keyed(), input())).toEqual(first);
  expect(await logged()).toHaveLength(1);
});

test('C50 C52 logs a save with each rate before and after', async () => {
  const root = await asAdmin(repositories(), 'root');
  const before = await asInput(root);
  const zones = before.zones.map((each) => (each.region === 'CA' ? { ...each, standardRate: 750 } : each));
  await saveTaxSettings(root, { ...before, pricesIncludeTax: true, zones: [...zones, zone()] });
  expect(await logged()).toMatchObject([
    {
      ...{ kind: 'CHANGE_TAXES', subject: 'Taxes', subjectId: 'taxes', actorUid: 'root', outcome: 'DONE' },
      changes: [
        { field: 'Prices include tax', before: 'false', after: 'true' },
        {
          field: 'US-CA',
          before: 'California: standard 7.25%, reduced 7.25%, shipping not taxed',
          after: 'California: standard 7.5%, reduced 7.25%, shipping not taxed',
        },
        { field: 'US-TX', before: null, after: 'Texas: standard 6.25%, reduced 0%, shipping taxed' },
      ],
    },
  ]);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => zone({ name: `Z ${index}` }));

test.each([
  [input({ version: 1.5 }), 'version'],
  [input({ pricesIncludeTax: 'yes' }), 'pricesIncludeTax'],
  [input({ zones: [zone({ name: '' })] }), 'zones.0.name'],
  [input({ zones: [zone({ countryCode: 'Texas' })] }), 'zones.0.countryCode'],
  [input({ zones: [zone(), zone({ countryCode: 'QQ' })] }), 'zones.1.countryCode'],
  [input({ zones: [zone({ region: 'Bavaria' })] }), 'zones.0.region'],
  [input({ zones: [zone({ countryCode: 'DE', region: 'BY' })] }), 'zones.0.region'],
  [input({ zones: [zone(), zone({ region: 'texas' })] }), 'zones.1.region'],
  [input({ zones: [zone({ standardRate: -1 })] }), 'zones.0.standardRate'],
  [input({ zones: [zone({ standardRate: 7.25 })] }), 'zones.0.standardRate'],
  [input({ zones: [zone({ standardRate: 10_001 })] }), 'zones.0.standardRate'],
  [input({ zones: [zone({ reducedRate: Number.NaN })] }), 'zones.0.reducedRate'],
  [input({ zones: [zone({ isShippingTaxed: null })] }), 'zones.0.isShippingTaxed'],
  [input({ zones: many(401) }), 'zones'],
])('C50 refuses invalid settings on their field and changes nothing: %#', async (given, field) => {
  const root = await asAdmin(repositories(), 'root');
  const before = await readTaxSettings(root);
  await expect(saveTaxSettings(root, given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field });
  expect(await readTaxSettings(root)).toEqual(before);
});
