import { listStoreItems } from '../store/storeItems';
import { asAdmin, asUser } from '../testing/contexts';
import { buildProduct } from '../testing/builders';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { addSearchOwners } from './addSearchOwners';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const batch = 100;
const rows = () => database.db.collection('productSearch').find().sort({ _id: 1 }).toArray();

test("what search knows of an older shop's products gets their owner, and a second run changes nothing", async () => {
  const { db, repositories } = database;
  const products = Array.from({ length: 2 * batch + 10 }, (_, number) =>
    buildProduct({ name: `Lamp ${number}`, ownerUid: number % 2 === 0 ? 'ada' : 'bob' }),
  );
  await repositories.products.insertMany(products);
  await repositories.productSearch.insertMany(products);
  const before = await rows();
  expect(before[0]).toMatchObject({ ownerUid: expect.stringMatching(/^(ada|bob)$/) as string });
  await db.collection('productSearch').updateMany({}, { $unset: { ownerUid: '' } });
  await addSearchOwners(db, batch);
  const byName = ({ nameLower, ownerUid, suffixes }: Record<string, unknown>) => ({ nameLower, ownerUid, suffixes });
  expect((await rows()).map(byName)).toEqual(before.map(byName));
  await addSearchOwners(db, batch);
  expect((await rows()).map(byName)).toEqual(before.map(byName));

  await asUser(repositories, 'ada');
  const root = await asAdmin(repositories, 'root');
  const search = async (text: string) =>
    (await listStoreItems(root, { email: 'ada@kiosk.test', filter: { search: text }, first: 5 })).count();
  expect(await search('lamp 10')).toEqual({ count: 6, isExact: true });
  expect(await search('lamp 101')).toEqual({ count: 0, isExact: true });
});
