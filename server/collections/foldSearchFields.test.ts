import type { Document } from 'mongodb';
import { addToStore } from '../store/store.service';
import { listStoreItems } from '../store/storeItems';
import { buildProduct } from '../testing/builders';
import { asAdmin, asUser } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { listUsers } from '../users/listUsers';
import { foldSearchFields } from './foldSearchFields';
import { generatedEntries, generatedUsers } from './generated';
import { productTermsOf, suffixesOf } from '../text/searchTerms';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const collections = ['products', 'storeEntries', 'users'] as const;
const everything = () =>
  Promise.all(collections.map((name) => database.db.collection(name).find().sort({ _id: 1 }).toArray()));

test('folds the search fields of an earlier version, and changes nothing on a second run', async () => {
  const { db, repositories } = database;
  const names = ['Café Crème', 'ΟΔΥΣΣΕΥΣ', 'Straße', 'Men’s  Watch', 'Plain Lamp'];
  await repositories.products.insertMany(names.map((name, number) => buildProduct({ name, slug: `item-${number}` })));
  const ada = await asUser(repositories, 'ada');
  await addToStore(ada, { slug: 'item-0' });
  await repositories.users.updateProfile('ada', { name: 'Zoë Ærø' });
  const root = await asAdmin(repositories, 'root');
  const now = await everything();
  for (const name of collections) {
    for (const { _id, name: text, categories } of await db.collection(name).find().toArray()) {
      const nameLower = String(text).toLowerCase();
      // A lower-case text yields unfolded terms.
      const terms =
        name === 'products' ? productTermsOf({ name: nameLower, categories }) : { nameTerms: suffixesOf(nameLower) };
      await db.collection(name).updateOne({ _id }, { $set: { nameLower, ...terms } });
    }
  }
  await foldSearchFields(db, 2);
  expect(await everything()).toEqual(now);
  await foldSearchFields(db, 2);
  expect(await everything()).toEqual(now);
  for (const [search, name] of [
    ['cafe creme', 'Café Crème'],
    ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
    ['STRASSE', 'Straße'],
    [" men's watch ", 'Men’s  Watch'],
  ]) {
    const { rows } = await productPage(repositories, { filter: { search }, sort: 'NEWEST', first: 5 });
    expect(rows.map(({ name }) => name)).toEqual([name]);
  }
  const people = await (await listUsers(root, { filter: { search: 'zoe aero' }, first: 5 })).page();
  expect(people.rows.map(({ name }) => name)).toEqual(['Zoë Ærø']);
  const items = await (await listStoreItems(root, { filter: { search: 'cafe' }, first: 5 })).page();
  expect(items.rows.map(({ name }) => name)).toEqual(['Café Crème', 'Café Crème']);
});

const searchFields = { nameLower: '', nameTerms: '', emailKey: '', emailTerms: '' } as const;

test('adds the search fields that users and entries of version 1 lack, and changes nothing on a second run', async () => {
  const other = await startTestDatabase();
  const { db, repositories } = other;
  const all = (name: string) => db.collection(name).find().sort({ _id: 1 }).toArray();
  /** More of each than one batch. */
  const batch = 100;
  await repositories.users.insertMany(generatedUsers(0, 2 * batch + 10));
  await repositories.store.insertMany(generatedEntries(0, batch + 10, { products: 20, users: 5 }));
  const before: Document[][] = [await all('users'), await all('storeEntries')];
  for (const name of ['users', 'storeEntries']) await db.collection(name).updateMany({}, { $unset: searchFields });
  await db.collection<{ _id: string }>('users').insertOne({ _id: 'broken', name: 5, createdAt: new Date() } as never);
  await foldSearchFields(db, batch);
  expect((await all('users')).filter(({ _id }) => String(_id) !== 'broken')).toEqual(before[0]);
  expect(await all('storeEntries')).toEqual(before[1]);
  await db.collection<{ _id: string }>('users').deleteOne({ _id: 'broken' });
  await foldSearchFields(db, batch);
  expect([await all('users'), await all('storeEntries')]).toEqual(before);

  const root = await asAdmin(repositories, 'root');
  const found = await (await listUsers(root, { filter: { search: 'person-209@' }, first: 5 })).page();
  expect(found.rows.map(({ name }) => name)).toEqual(['Generated Person 209']);
  const items = await (await listStoreItems(root, { sort: 'NAME', first: 100 })).page();
  const names = items.rows.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...names].sort());
  expect(names).toHaveLength(100);
  await other.stop();
});

test.each([
  ['of version 5', { $set: { nameLower: 'zoë ærø' } }],
  ['of version 1', { $unset: searchFields }],
])('keeps the change to a record %s that is made during the migration', async (_version, earlier) => {
  const { db, repositories } = database;
  await repositories.users.updateProfile('ada', { name: 'Zoë Ærø' });
  const users = db.collection('users');
  await users.updateOne({ _id: 'ada' as never }, earlier);
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
  await foldSearchFields(overtaken);
  expect(await users.findOne({ name: 'Eleonora' })).toMatchObject({ nameLower: 'eleonora' });
});
