import pino from 'pino';
import { sellerOf } from '../settings/shopSettings';
import { asAdmin, asViewer, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { readSellerSettings, saveSellerSettings } from './sellerSettings.service';
import { warnOfExampleSeller } from './warnOfExampleSeller';

const database = useTestDatabase();
const repositories = () => database.repositories;
const logged = () => database.db.collection('auditEntries').find().toArray();

const address = { streetLine1: 'Markt 1', streetLine2: '', city: 'Łódź', postalCode: '90-001', countryCode: 'PL' };
const input = (fields: object = {}, version: unknown = 1) => ({
  version,
  seller: { name: 'Żółw sp. z o.o.', ...address, taxNumber: 'PL1234567890', ...fields },
});

test('C48 replaces the seller if its version was seen, and logs the change', async () => {
  const root = await asAdmin(repositories(), 'root');
  const bob = await asAdmin(repositories(), 'bob');
  const results = await Promise.allSettled([
    saveSellerSettings(root, input()),
    saveSellerSettings(bob, input({ name: 'Another' })),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))).toMatchObject([
    { code: 'CONFLICT', field: 'version' },
  ]);
  await saveSellerSettings(root, input({ region: 'left out: Poland has none' }, 2));
  expect(await readSellerSettings(root)).toMatchObject({
    ...{ name: 'Żółw sp. z o.o.', ...address, region: '', taxNumber: 'PL1234567890', version: 3 },
  });
  expect((await logged()).filter(({ outcome }) => outcome === 'DONE')).toMatchObject([
    { kind: 'CHANGE_SELLER', subject: 'Seller', subjectId: 'seller' },
    { kind: 'CHANGE_SELLER', subject: 'Seller', subjectId: 'seller' },
  ]);
});

test('C48 applies a repeated save under its key once, with the same answer', async () => {
  await asAdmin(repositories(), 'root');
  const keyed = () => asViewer(repositories(), viewerNamed('root'), { idempotencyKey: 'root\nseller' });
  const first = await saveSellerSettings(keyed(), input());
  expect(await saveSellerSettings(keyed(), input())).toEqual(first);
  expect(await logged()).toHaveLength(1);
});

test('C48 warns of the example seller until another one is saved, and again once it is back', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const warned = async () => {
    await warnOfExampleSeller(repositories().shopSettings, log);
    return lines.splice(0).length;
  };
  const root = await asAdmin(repositories(), 'root');
  const { version, ...example } = await readSellerSettings(root);
  expect(await warned()).toBe(1);
  await saveSellerSettings(root, input());
  expect(await warned()).toBe(0);
  await saveSellerSettings(root, { version: version + 1, seller: sellerOf(example) });
  expect(await warned()).toBe(1);
});

test.each([
  [input({}, 1.5), 'version'],
  [input({ name: ' ' }), 'seller.name'],
  [input({ name: 'x'.repeat(201) }), 'seller.name'],
  [input({ name: '4242 4242 4242 4242' }), 'seller.name'],
  [input({ streetLine1: '' }), 'seller.streetLine1'],
  [input({ city: '' }), 'seller.city'],
  [input({ postalCode: '' }), 'seller.postalCode'],
  [input({ countryCode: 'QQ' }), 'seller.countryCode'],
  [input({ countryCode: 'US', region: 'Bavaria' }), 'seller.region'],
  [input({ countryCode: 'US', region: '' }), 'seller.region'],
  [input({ taxNumber: 'x'.repeat(61) }), 'seller.taxNumber'],
])('C48 refuses invalid input on its field: %#', async (given, field) => {
  const root = await asAdmin(repositories(), 'root');
  await expect(saveSellerSettings(root, given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field });
  expect((await readSellerSettings(root)).version).toBe(1);
});
