import { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { endCursorOf } from '../lists/connection';
import { buildProduct } from '../testing/builders';
import { asAdmin, asAnonymous, asUser } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { adjustStock } from './inventory.service';
import { listStockLevels } from './stockLevels';

const database = useTestDatabase();
const repositories = () => database.repositories;

/** Creates products, the newest last; null: not counted. */
async function newProducts(ownerUid: string, counts: readonly (number | null)[]) {
  const owner = await asUser(repositories(), ownerUid);
  for (const [index, count] of counts.entries()) {
    const createdAt = new Date(Date.UTC(2096, 0, 1, 0, index));
    const product = buildProduct({ _id: new ObjectId(), name: `${ownerUid} ${index}`, ownerUid, createdAt });
    await repositories().products.insert(product);
    if (count === null) continue;
    await adjustStock(owner, { id: product._id.toHexString(), count, reason: 'DELIVERY' });
  }
  return owner;
}

async function read(context: Context, filter: object | null, first = 24) {
  const listing = await listStockLevels(context, { filter, first });
  const page = await listing.page();
  return { names: page.rows.map(({ name }) => name), page, count: await listing.count() };
}

test('C04 lists all products to admins, their own to users, and refuses anonymous callers', async () => {
  const ada = await newProducts('ada', [3, null]);
  const bob = await newProducts('bob', [0]);
  const root = await asAdmin(repositories(), 'root');
  expect((await read(ada, null)).names).toEqual(['ada 1', 'ada 0']);
  expect((await read(bob, null)).names).toEqual(['bob 0']);
  expect((await read(root, null)).names.sort()).toEqual(['ada 0', 'ada 1', 'bob 0']);
  await expect(listStockLevels(asAnonymous(repositories()), { first: 1 })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

test('C51 TO_REORDER lists products low or sold out, without those off sale or inactive', async () => {
  const ada = await newProducts('ada', [0, 5, 6, null, 1, 0, 2]);
  const products = database.db.collection('products');
  await products.updateOne({ name: 'ada 4' }, { $set: { purchasable: false, inStock: false } });
  await products.updateOne({ name: 'ada 5' }, { $set: { status: 'inactive' } });
  expect((await read(ada, { state: 'TO_REORDER' })).names).toEqual(['ada 6', 'ada 1', 'ada 0']);
  expect(await read(ada, { state: 'TO_REORDER' }, 2)).toMatchObject({
    names: ['ada 6', 'ada 1'],
    ...{ page: { hasNextPage: true }, count: { count: 3, isExact: true } },
  });
});

test('C04 filters and counts the list by low, sold out, not counted and name', async () => {
  // The threshold is five.
  const ada = await newProducts('ada', [0, 5, 6, null, 1, 0]);
  const bob = await newProducts('bob', [2]);
  const namesOf = async (filter: object) => (await read(ada, filter)).names;
  expect(await namesOf({ state: 'LOW' })).toEqual(['ada 4', 'ada 1']);
  expect(await namesOf({ state: 'SOLD_OUT' })).toEqual(['ada 5', 'ada 0']);
  expect(await namesOf({ state: 'NOT_COUNTED' })).toEqual(['ada 3']);
  expect(await namesOf({ state: 'LOW', search: 'A 4' })).toEqual(['ada 4']);
  expect(await namesOf({ search: 'ada 2' })).toEqual(['ada 2']);
  expect((await read(ada, { state: 'LOW' }, 1)).count).toEqual({ count: 2, isExact: true });
  expect((await read(bob, { state: 'LOW' })).names).toEqual(['bob 0']);
});

test('C04 a counted product whose switch is off is among the sold-out ones, as its state says, and not low', async () => {
  const ada = await newProducts('ada', [3, 3]);
  const products = database.db.collection('products');
  await products.updateOne({ name: 'ada 1' }, { $set: { purchasable: false, inStock: false } });
  expect((await read(ada, { state: 'LOW' })).names).toEqual(['ada 0']);
  expect(await read(ada, { state: 'SOLD_OUT' })).toMatchObject({ names: ['ada 1'], count: { count: 1 } });
});

test('pages of a filtered list join without gap or repeat', async () => {
  const ada = await newProducts('ada', [1, null, 1, null, 1, 9, 1, 1]);
  const asked = { state: 'LOW' };
  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const listing = await listStockLevels(ada, { filter: asked, first: 2, after });
    const page = await listing.page();
    seen.push(...page.rows.map(({ name }) => name));
    if (!page.hasNextPage) break;
    after = endCursorOf(page) ?? undefined;
  }
  expect(seen).toEqual(['ada 7', 'ada 6', 'ada 4', 'ada 2', 'ada 0']);
});

test.each([
  [{ state: 'MANY' }, 'state'],
  [{ search: 'a'.repeat(201) }, 'search'],
  [{ other: 1 }, 'other'],
])('refuses %j and names its field', async (filter, field) => {
  const ada = await asUser(repositories(), 'ada');
  await expect(listStockLevels(ada, { filter, first: 24 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field });
  await expect(listStockLevels(ada, { first: 0 })).rejects.toMatchObject({ field: 'first' });
  await expect(listStockLevels(ada, { first: 1, after: 'x' })).rejects.toMatchObject({ field: 'after' });
});
