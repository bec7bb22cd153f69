import type { Document } from 'mongodb';
import { listStoreItems } from '../store/storeItems';
import { asAdmin, asUser } from '../testing/contexts';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { listUsers } from '../users/listUsers';
import { addSearchFields } from './addSearchFields';
import { generatedEntries, generatedUsers } from './generated';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** More of each than one batch. */
const batch = 100;
const searchFields = { nameLower: '', nameTerms: '', emailKey: '', emailTerms: '' } as const;
const all = (name: string) => database.db.collection(name).find().sort({ _id: 1 }).toArray();

test('users and entries of a shop from before are sorted and found afterwards, and a second run changes nothing', async () => {
  const { db, repositories } = database;
  await repositories.users.insertMany(generatedUsers(0, 2 * batch + 10));
  await repositories.store.insertMany(generatedEntries(0, batch + 10, { products: 20, users: 5 }));
  const before: Document[][] = [await all('users'), await all('storeEntries')];
  for (const name of ['users', 'storeEntries']) await db.collection(name).updateMany({}, { $unset: searchFields });
  await db.collection<{ _id: string }>('users').insertOne({ _id: 'broken', name: 5, createdAt: new Date() } as never);
  await addSearchFields(db, batch);
  expect((await all('users')).filter(({ _id }) => String(_id) !== 'broken')).toEqual(before[0]);
  expect(await all('storeEntries')).toEqual(before[1]);
  await db.collection<{ _id: string }>('users').deleteOne({ _id: 'broken' });
  await addSearchFields(db, batch);
  expect([await all('users'), await all('storeEntries')]).toEqual(before);

  const root = await asAdmin(repositories, 'root');
  const found = await (await listUsers(root, { filter: { search: 'person-209@' }, first: 5 })).page();
  expect(found.rows.map(({ node }) => node.name)).toEqual(['Generated Person 209']);
  const items = await (await listStoreItems(root, { sort: 'NAME', first: 100 })).page();
  const names = items.rows.map(({ node }) => node.name.toLowerCase());
  expect(names).toEqual([...names].sort());
  expect(names).toHaveLength(100);
});

test('a record that was changed while the step ran keeps what it was changed to', async () => {
  const { db, repositories } = database;
  await asUser(repositories, 'ada');
  await db.collection<{ _id: string }>('users').updateOne({ _id: 'ada' }, { $unset: searchFields });
  const users = db.collection('users');
  const overtaken = new Proxy(db, {
    get: (target, name) =>
      name === 'collection'
        ? (wanted: string) => (wanted === 'users' ? slow : target.collection(wanted))
        : Reflect.get(target, name, target),
  });
  const slow = new Proxy(users, {
    get(target, name) {
      if (name !== 'bulkWrite') return (Reflect.get(target, name, target) as () => unknown).bind(target);
      return async (...args: Parameters<typeof users.bulkWrite>) => {
        await repositories.users.updateProfile('ada', { name: 'Eleonora' });
        return target.bulkWrite(...args);
      };
    },
  });
  await addSearchFields(overtaken);
  expect(await users.findOne({ name: 'Eleonora' })).toMatchObject({ nameLower: 'eleonora' });
});
