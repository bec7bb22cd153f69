import { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { createRepositories } from '../collections/repositories';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { undated } from '../testing/builders';
import { asAdmin, asAnonymous, asUser, testTime } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';
import { deleteStoreItem } from './deleteStoreItem';
import { restoreStoreItem } from './restoreStoreItem';
import { addToStore, entryOf, findCart, isStoreEntry, maximumEntries } from './store.service';

const database = useTestDatabase();

const repositories = () => database.repositories;
const lamp = { name: 'Lamp', slug: 'lamp', price: 5 };
const minutes = 60_000;
const missing = { message: 'There is no such item.', status: 404, field: 'id' };
const idOf = ({ _id }: { readonly _id: ObjectId }) => ({ id: _id.toHexString() });
const products = () => database.db.collection('products');

/** Real time, because the database expires documents by its own clock. */
const now = () => new Date();
const user = (uid: string, overrides: Parameters<typeof asUser>[2] = {}) =>
  asUser(repositories(), uid, { now, ...overrides });
const admin = () => asAdmin(repositories(), 'root', { now });

function overtaken(context: Context, window: Parameters<typeof runBefore>[1], rival: () => Promise<unknown>): Context {
  return { ...context, repositories: createRepositories(runBefore(database.db, window, rival)) };
}

async function found(search: string): Promise<string[]> {
  const { rows } = await productPage(repositories(), { filter: { search }, sort: 'NEWEST', first: 24 });
  return rows.map(({ name }) => name);
}

test('M39: restores a deleted product unchanged, and search finds it again', async () => {
  const ada = await user('ada');
  const made = await createProduct(ada, { ...lamp, discount: 20, photos: ['/a.png'] });
  const product = await updateProduct(ada, { ...idOf(made), version: 1, price: 7.25 });
  await deleteStoreItem(ada, idOf(product));
  expect(await found('lamp')).toEqual([]);
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(product));
  expect(await repositories().products.findById(product._id)).toMatchObject(undated(product));
  expect(await found('lamp')).toEqual(['Lamp']);
  expect(await repositories().jobs.find(10)).toEqual([]);
});

test('restores a deleted store entry, repeatedly', async () => {
  const ada = await user('ada');
  await createProduct(await user('bob'), lamp);
  const entry = await addToStore(ada, { slug: 'lamp' });
  for (let turn = 0; turn < 2; turn += 1) {
    await deleteStoreItem(ada, idOf(entry));
    expect(await findCart(ada, {})).toEqual([]);
    expect(await restoreStoreItem(ada, idOf(entry))).toEqual(entry);
    expect(await findCart(ada, {})).toEqual([entry]);
  }
});

test('owners and admins may restore; for others a deleted item does not exist', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const root = await admin();
  await deleteStoreItem(ada, idOf(product));
  await expect(restoreStoreItem(await user('bob'), idOf(product))).rejects.toMatchObject(missing);
  await expect(restoreStoreItem(asAnonymous(repositories()), idOf(product))).rejects.toMatchObject({ status: 401 });
  expect(await products().countDocuments()).toBe(0);
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(product));
  await deleteStoreItem(ada, idOf(product));
  expect(await restoreStoreItem(root, idOf(product))).toMatchObject(undated(product));
  await expect(restoreStoreItem(ada, { id: 'f'.repeat(24) })).rejects.toMatchObject(missing);
  await expect(restoreStoreItem(ada, { id: 'x' })).rejects.toMatchObject(missing);
});

test('keeps a deleted item restorable for ten minutes', async () => {
  const ada = await user('ada', { now: () => testTime });
  const product = await createProduct(ada, lamp);
  await deleteStoreItem(ada, idOf(product));
  const at = (milliseconds: number) => ({ ...ada, now: () => new Date(testTime.getTime() + milliseconds) });
  await expect(restoreStoreItem(at(10 * minutes), idOf(product))).rejects.toMatchObject(missing);
  expect(await restoreStoreItem(at(10 * minutes - 1), idOf(product))).toMatchObject(undated(product));
});

test('refuses to restore a product on its slug while another product has it', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  await deleteStoreItem(ada, idOf(product));
  const other = await createProduct(ada, { ...lamp, name: 'Other' });
  await expect(restoreStoreItem(ada, idOf(product))).rejects.toMatchObject({ status: 409, field: 'slug' });
  expect(await found('lamp')).toEqual([]);
  await updateProduct(ada, { ...idOf(other), version: 1, slug: 'other' });
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(product));
});

test('answers alike when a visible or a hidden product has the slug', async () => {
  const [ada, bob] = [await user('ada'), await user('bob')];
  const taken = { message: 'This slug is taken.', status: 409, field: 'slug' };
  for (const status of ['active', 'inactive'] as const) {
    const product = await createProduct(ada, { ...lamp, slug: `lamp-${status}` });
    await deleteStoreItem(ada, idOf(product));
    await createProduct(bob, { ...lamp, slug: product.slug }, { status });
    const mine = await createProduct(ada, { ...lamp, name: 'Mine' });
    for (const attempt of [
      () => createProduct(ada, { ...lamp, slug: product.slug }),
      () => updateProduct(ada, { ...idOf(mine), version: 1, slug: product.slug }),
      () => restoreStoreItem(ada, idOf(product)),
    ])
      await expect(attempt()).rejects.toMatchObject(taken);
    await deleteStoreItem(ada, idOf(mine));
  }
});

test('refuses to restore an entry to a full store', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const entry = await addToStore(ada, { slug: 'lamp' });
  await deleteStoreItem(ada, idOf(entry));
  await repositories().store.insertMany(
    Array.from({ length: 500 }, () => entryOf(product, { _id: new ObjectId(), ownerUid: 'ada', createdAt: testTime })),
  );
  await expect(restoreStoreItem(ada, idOf(entry))).rejects.toMatchObject({ status: 409 });
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 1_000)).toBe(500);
});

test('restores nothing of a deleted account', async () => {
  const root = await admin();
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const entry = await addToStore(ada, { slug: 'lamp' });
  await deleteStoreItem(ada, idOf(entry));
  await deleteStoreItem(ada, idOf(product));
  await deleteUser(root, { email: 'ada@kiosk.test' });
  for (const item of [product, entry]) {
    await expect(restoreStoreItem(root, idOf(item))).rejects.toMatchObject(missing);
  }
  expect(await products().countDocuments()).toBe(0);
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 10)).toBe(0);
});

test.each([
  ['products', 'updateOne'],
  ['storeEntries', 'insertMany'],
] as const)('E11 B36: leaves nothing restored for a user who is deleted meanwhile (%s)', async (collection, write) => {
  const root = await admin();
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const item = collection === 'products' ? product : await addToStore(ada, { slug: 'lamp' });
  await deleteStoreItem(ada, idOf(item));
  if (collection === 'storeEntries') await deleteStoreItem(ada, idOf(product));
  const late = overtaken(ada, { collection, write }, () => deleteUser(root, { email: 'ada@kiosk.test' }));
  await expect(restoreStoreItem(late, idOf(item))).rejects.toMatchObject({ status: expect.any(Number) as number });
  expect(await database.db.collection(collection).countDocuments()).toBe(0);
});

test('restores a product that another program left without a name', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  await products().updateOne({ _id: product._id }, { $unset: { name: '', nameLower: '' } });
  await deleteStoreItem(ada, idOf(product));
  await restoreStoreItem(ada, idOf(product));
  expect(await products().findOne({ _id: product._id })).toMatchObject({ slug: product.slug, nameTerms: [] });
});

test('leaves an item that was never deleted unchanged', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(product));
  await expect(restoreStoreItem(await user('bob'), idOf(product))).rejects.toMatchObject(missing);
});

test('E11: keeps the last version of a product that is changed while it is being deleted', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const late = overtaken(ada, { collection: 'products', write: 'deleteOne' }, () =>
    updateProduct(ada, { ...idOf(product), version: 1, price: 9 }),
  );
  const deleted = await deleteStoreItem(late, idOf(product));
  expect(deleted).toMatchObject({ priceCents: 900, version: 2 });
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(deleted));
});

test('E11: a late deletion does not replace the newer version that another one has kept', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const late = overtaken(ada, { collection: 'deletedItems', write: 'updateOne' }, async () => {
    await updateProduct(ada, { ...idOf(product), version: 1, price: 9 });
    await deleteStoreItem(ada, idOf(product));
  });
  await expect(deleteStoreItem(late, idOf(product))).rejects.toMatchObject(missing);
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject({ priceCents: 900, version: 2 });
});

test('E11: concurrent restores of an item create one item', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const entry = await addToStore(ada, { slug: 'lamp' });
  for (const item of [entry, product]) {
    await deleteStoreItem(ada, idOf(item));
    const [collection, write] = isStoreEntry(item)
      ? (['storeEntries', 'insertMany'] as const)
      : (['products', 'updateOne'] as const);
    const late = overtaken(ada, { collection, write }, () => restoreStoreItem(ada, idOf(item)));
    expect(await restoreStoreItem(late, idOf(item))).toMatchObject(undated(item));
    expect(await database.db.collection(collection).countDocuments()).toBe(1);
  }
});

test('of concurrently deleted entries of a cart 500 are kept, beside products and the entries of others', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const bobs = await addToStore(await user('bob'), { slug: 'lamp' });
  await deleteStoreItem(await user('bob'), idOf(bobs));
  const { deletedItems } = repositories();
  const archive = (ownerUid: string, at: number) => {
    const entry = entryOf(product, { _id: new ObjectId(), ownerUid, createdAt: now() });
    return deletedItems.archive(entry, { deletionId: new ObjectId(), byShop: false, now: new Date(at) });
  };
  await deleteStoreItem(ada, idOf(product));
  const begun = Date.now();
  const call = async (number: number) => {
    for (let piece = 0; piece < 70; piece += 1) await archive('ada', begun + 10 * piece + number);
  };
  await Promise.all(Array.from({ length: 8 }, (_, number) => call(number)));
  const archived = database.db.collection('deletedItems');
  const ofAda = { 'item.ownerUid': 'ada', 'item.productId': { $exists: true } };
  expect(await archived.countDocuments(ofAda)).toBe(maximumEntries);
  const [oldest] = await archived.find(ofAda, { sort: { expiresAt: 1 }, limit: 1 }).toArray();
  // The oldest 60 of 560 are gone: those of the first seven rounds, and four of the eighth.
  expect((oldest?.['expiresAt'] as Date).getTime()).toBe(begun + 10 * minutes + 10 * 7 + 4);
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(product));
  expect(await restoreStoreItem(await user('bob'), idOf(bobs))).toEqual(bobs);
}, 60_000);

test('B29: answers a repeated deletion under its Idempotency-Key with the deleted item', async () => {
  const key = { idempotencyKey: 'ada:1' };
  const product = await createProduct(await user('ada'), lamp);
  expect(await deleteStoreItem(await user('ada', key), idOf(product))).toEqual(product);
  expect(await deleteStoreItem(await user('ada', key), idOf(product))).toEqual(product);
  await expect(deleteStoreItem(await user('ada'), idOf(product))).rejects.toMatchObject(missing);
  await expect(deleteStoreItem(await user('bob', key), idOf(product))).rejects.toMatchObject(missing);
});

test('a crash between copy and deletion leaves the item, and the next deletion copies it again', async () => {
  const ada = await user('ada');
  const product = await createProduct(ada, lamp);
  const crash = overtaken(ada, { collection: 'products', write: 'deleteOne' }, () =>
    Promise.reject(new Error('the process dies')),
  );
  await expect(deleteStoreItem(crash, idOf(product))).rejects.toThrow('the process dies');
  expect(await found('lamp')).toEqual(['Lamp']);
  const changed = await updateProduct(ada, { ...idOf(product), version: 1, price: 9 });
  await deleteStoreItem(ada, idOf(product));
  expect(await restoreStoreItem(ada, idOf(product))).toMatchObject(undated(changed));
});
