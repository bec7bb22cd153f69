import type { Context } from '../context';
import { asAdmin, asAnonymous, asViewer, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { readDelivery, readShippingSettings, saveShippingSettings } from './shippingSettings.service';
import { shippingMethodsFor } from './zonesOf';

const database = useTestDatabase();
const repositories = () => database.repositories;
const logged = () =>
  database.db
    .collection('auditEntries')
    .find({}, { projection: { _id: 0 } })
    .toArray();

const method = (fields: object = {}) => ({
  ...{ id: 'parcel', name: 'Parcel', price: 590, freeAbove: 6_000, earliestDays: 2, latestDays: 3, isOffered: true },
  ...fields,
});
const zone = (fields: object = {}) => ({
  ...{ id: 'germany', name: 'Germany', countries: ['DE'], methods: [method()] },
  ...fields,
});
const input = (fields: object = {}) => ({ version: 1, zones: [zone()], excludedCountries: [], ...fields });

/** The stored settings as input of a save. */
async function asInput(context: Context) {
  const { zones, excludedCountries, version } = await readShippingSettings(context);
  return {
    version,
    excludedCountries,
    zones: zones.map(({ methods, ...others }) => ({
      ...others,
      methods: methods.map(({ priceCents, freeAboveCents, minDays, maxDays, ...rest }) => ({
        ...{ ...rest, price: priceCents, freeAbove: freeAboveCents, earliestDays: minDays, latestDays: maxDays },
      })),
    })),
  };
}

test('C49 an address gets the offered methods of its first zone, and none if its country is excluded', async () => {
  const root = await asAdmin(repositories(), 'root');
  const rest = zone({
    ...{ id: 'rest', name: 'Rest', countries: null },
    methods: [method({ id: 'far', name: 'Far' }), method({ id: 'off', name: 'Off', isOffered: false })],
  });
  const saved = await saveShippingSettings(root, input({ zones: [zone(), rest], excludedCountries: ['AQ', 'AQ'] }));
  const idsFor = (countryCode: string) => shippingMethodsFor(saved, { countryCode }).map(({ id }) => id);
  expect([idsFor('DE'), idsFor('FR'), idsFor('AQ')]).toEqual([['parcel'], ['far'], []]);
  expect(saved).toMatchObject({ version: 2, excludedCountries: ['AQ'] });
  const swapped = await saveShippingSettings(root, input({ version: 2, zones: [rest, zone()] }));
  expect(shippingMethodsFor(swapped, { countryCode: 'DE' }).map(({ id }) => id)).toEqual(['far']);
});

test('C49 shoppers see the offered methods only', async () => {
  await saveShippingSettings(
    await asAdmin(repositories(), 'root'),
    input({ zones: [zone({ methods: [method(), method({ id: null, name: 'Secret', isOffered: false })] })] }),
  );
  const { zones } = await readDelivery(asAnonymous(repositories()));
  expect(zones.map(({ methods }) => methods.map(({ name }) => name))).toEqual([['Parcel']]);
});

test('C49 shoppers read each country in the zone that the checkout takes for it, and in no other', async () => {
  const root = await asAdmin(repositories(), 'root');
  const zones = (...given: (readonly [name: string, countries: string[] | null])[]) =>
    given.map(([name, countries]) => zone({ id: null, name, countries, methods: [method({ id: null })] }));
  const delivery = async (version: number, given: object[], excludedCountries: string[] = []) => {
    await saveShippingSettings(root, { version, zones: given, excludedCountries });
    const read = await readDelivery(asAnonymous(repositories()));
    return read.zones.map(({ name, countries }) => [name, countries]);
  };
  const [alps, north, rest] = zones(['Alps', ['AT', 'CH']], ['North', ['CH', 'SE', 'NO']], ['Rest', null]) as object[];
  expect(await delivery(1, [alps, north, rest] as object[], ['NO'])).toEqual([
    ...[['Alps', ['AT', 'CH']] as const, ['North', ['SE']] as const],
    ['Rest', null],
  ]);
  expect(await delivery(2, [rest, alps] as object[])).toEqual([['Rest', null]]);
  expect(await delivery(3, [alps, north] as object[], ['AT', 'CH'])).toEqual([['North', ['SE', 'NO']]]);
});

test('C49 a new zone and a new method get ids, and others keep theirs', async () => {
  const root = await asAdmin(repositories(), 'root');
  const before = await asInput(root);
  const { zones } = await saveShippingSettings(root, {
    ...before,
    zones: [...before.zones, zone({ id: null, methods: [method({ id: null })] })],
  });
  expect(zones.map(({ id }) => id).slice(0, 2)).toEqual(['united-states', 'rest-of-the-world']);
  const made = [zones[2]?.id, zones[2]?.methods[0]?.id];
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(new Set(made).size).toBe(2);
});

test('C49 saving the former version restores it under the same ids', async () => {
  const root = await asAdmin(repositories(), 'root');
  const { version, ...former } = await asInput(root);
  await saveShippingSettings(root, input());
  await saveShippingSettings(root, { ...former, version: version + 1 });
  expect(await asInput(root)).toEqual({ ...former, version: version + 2 });
});

test('C49 of concurrent saves of one version one succeeds, and the others get a conflict', async () => {
  const admins = await Promise.all(['root', 'bob', 'eve', 'kim'].map((uid) => asAdmin(repositories(), uid)));
  await readShippingSettings(admins[0] as Context);
  const results = await Promise.allSettled(
    admins.map((admin, index) => saveShippingSettings(admin, input({ zones: [zone({ name: `Zone ${index}` })] }))),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(admins.length - 1);
  for (const error of refused) expect(error).toMatchObject({ code: 'CONFLICT', status: 409, field: 'version' });
  expect((await readShippingSettings(admins[0] as Context)).version).toBe(2);
  const outcomes = (await logged()).map(({ outcome }) => outcome as string);
  expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(1);
});

test('C49 applies a repeated save under its key once, with the same answer', async () => {
  await asAdmin(repositories(), 'root');
  const keyed = () => asViewer(repositories(), viewerNamed('root'), { idempotencyKey: 'root\nshipping' });
  const given = input({ zones: [zone({ id: null, methods: [method({ id: null })] })] });
  const first = await saveShippingSettings(keyed(), given);
  expect(await saveShippingSettings(keyed(), given)).toEqual(first);
  expect(await logged()).toHaveLength(1);
});

test('C49 C52 logs a save with its actor and each changed part before and after', async () => {
  const root = await asAdmin(repositories(), 'root');
  const before = await asInput(root);
  const [states, ...others] = before.zones;
  if (!states) throw new Error('no zone');
  const [standard, ...rest] = states.methods;
  const methods = [{ ...standard, price: 599, isOffered: false }, ...rest];
  await saveShippingSettings(root, {
    ...before,
    zones: [{ ...states, methods }, ...others],
    excludedCountries: ['AQ', 'BV'],
  });
  expect(await logged()).toMatchObject([
    {
      ...{ kind: 'CHANGE_SHIPPING', subject: 'Shipping', subjectId: 'shipping', subjectVersion: 1, actorUid: 'root' },
      outcome: 'DONE',
      changes: [
        {
          field: 'United States: Standard',
          before: '$4.99, free above $50.00, 4 to 6 working days, offered',
          after: '$5.99, free above $50.00, 4 to 6 working days, not offered',
        },
        { field: 'Not delivered to', before: 'AQ', after: 'AQ\nBV' },
      ],
    },
  ]);
});

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

test.each([
  [input({ version: 0 }), 'version'],
  [input({ version: '1' }), 'version'],
  [input({ zones: [zone({ name: ' ' })] }), 'zones.0.name'],
  [input({ zones: [zone({ name: 'x'.repeat(61) })] }), 'zones.0.name'],
  [input({ zones: [zone({ name: 'A\nB' })] }), 'zones.0.name'],
  [input({ zones: [zone(), zone({ id: null, name: 'GERMANY' })] }), 'zones.1.name'],
  [input({ zones: [zone(), zone({ name: 'Other', methods: [] })] }), 'zones.1.id'],
  [input({ zones: [zone({ id: '__proto__' })] }), 'zones.0.id'],
  [input({ zones: [zone({ id: { $gt: '' } })] }), 'zones.0.id'],
  [input({ zones: [zone({ countries: [] })] }), 'zones.0.countries'],
  [input({ zones: [zone({ countries: ['DE', 'ZZ'] })] }), 'zones.0.countries.1'],
  [input({ zones: [zone({ countries: ['de'] })] }), 'zones.0.countries.0'],
  [input({ zones: many(31, (index) => zone({ id: null, name: `Z ${index}`, methods: [] })) }), 'zones'],
  [
    input({ zones: [zone({ methods: many(11, (index) => method({ id: null, name: `M ${index}` })) })] }),
    'zones.0.methods',
  ],
  [input({ zones: [zone({ methods: [method({ price: -1 })] })] }), 'zones.0.methods.0.price'],
  [input({ zones: [zone({ methods: [method({ price: 4.5 })] })] }), 'zones.0.methods.0.price'],
  [input({ zones: [zone({ methods: [method({ price: 100_000_000 })] })] }), 'zones.0.methods.0.price'],
  [input({ zones: [zone({ methods: [method({ freeAbove: -1 })] })] }), 'zones.0.methods.0.freeAbove'],
  [input({ zones: [zone({ methods: [method({ earliestDays: 4 })] })] }), 'zones.0.methods.0.latestDays'],
  [input({ zones: [zone({ methods: [method({ latestDays: 366 })] })] }), 'zones.0.methods.0.latestDays'],
  [input({ zones: [zone({ methods: [method(), method({ id: 'b' })] })] }), 'zones.0.methods.1.name'],
  [input({ zones: [zone(), zone({ id: 'b', name: 'B' })] }), 'zones.1.methods.0.id'],
  [input({ excludedCountries: ['XX'] }), 'excludedCountries.0'],
])('C49 refuses invalid settings on their field and changes nothing: %#', async (given, field) => {
  const root = await asAdmin(repositories(), 'root');
  const before = await readShippingSettings(root);
  await expect(saveShippingSettings(root, given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field });
  expect(await readShippingSettings(root)).toEqual(before);
  expect(await logged()).toEqual([]);
});

test('C52 counts one working day as one in the audit log', async () => {
  const root = await asAdmin(repositories(), 'root');
  const methods = [method({ earliestDays: 1, latestDays: 1 }), method({ id: 'slow', name: 'Slow', earliestDays: 1 })];
  await saveShippingSettings(root, input({ zones: [zone({ methods })] }));
  const [entry] = await logged();
  const after = new Map(
    (entry?.['changes'] as { field: string; after: string }[]).map((each) => [each.field, each.after]),
  );
  expect(after.get('Germany: Parcel')).toContain(', 1 working day, ');
  expect(after.get('Germany: Slow')).toContain(', 1 to 3 working days, ');
});

test('C49 stores a name verbatim, even if it looks like a property or markup', async () => {
  const root = await asAdmin(repositories(), 'root');
  const names = ['__proto__', 'constructor', '<b>$4</b>', 'Größe 👍'];
  const zones = names.map((name) => zone({ id: null, name, methods: [method({ id: null, name })] }));
  await saveShippingSettings(root, input({ zones }));
  expect((await readShippingSettings(root)).zones.map(({ name, methods }) => [name, methods[0]?.name])).toEqual(
    names.map((name) => [name, name]),
  );
  const fields = (await logged()).flatMap(({ changes }) => (changes as { field: string }[]).map(({ field }) => field));
  expect(fields).toContain('__proto__: __proto__');
});
