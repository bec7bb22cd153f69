import type { ObjectId } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { UnavailableError } from '../errors';
import { adjustStock } from '../inventory/inventory.service';
import { createProduct } from '../products/products.service';
import { undated } from '../testing/builders';
import { asAdmin, asUser, asViewer, viewerNamed } from '../testing/contexts';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { bulkUpdateProducts } from './bulkUpdateProducts';
import { restoreStoreItem } from './restoreStoreItem';
import { addToStore } from './store.service';

const database = useTestDatabase();

const repositories = () => database.repositories;
const hex = ({ _id }: { readonly _id: ObjectId }) => _id.toHexString();
const unknown = 'f'.repeat(24);

async function shop() {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const lamp = await createProduct(ada, { name: 'Lamp', price: 10, discount: 50 });
  const mug = await createProduct(root, { name: 'Mug', price: 5 });
  const entry = await addToStore(ada, { slug: 'lamp' });
  await database.db.collection('auditEntries').deleteMany({});
  return { root, ada, lamp, mug, entry };
}

/** Sorted, because the items are processed concurrently and logged in any order. */
const logged = async () =>
  (await database.db.collection('auditEntries').find().toArray())
    .map(({ kind, subject, outcome }) => [kind, subject, outcome])
    .sort();

test.each([
  ['DEACTIVATE', { status: 'inactive', inStock: true }],
  ['OUT_OF_STOCK', { status: 'active', inStock: false }],
] as const)('%s updates each product like an edit, with a result per item in order', async (action, fields) => {
  const { root, lamp, mug, entry } = await shop();
  const ids = [hex(mug), unknown, 'no id', hex(entry), hex(lamp)];
  const results = await bulkUpdateProducts(root, { ids, action });
  const changed = { ...fields, version: 2 };
  expect(results).toMatchObject([
    { id: hex(mug), storeItem: changed, error: null, code: null },
    { id: unknown, storeItem: null, error: 'There is no such item.', code: 'NOT_FOUND' },
    { id: 'no id', storeItem: null, error: 'There is no such item.' },
    { id: hex(entry), storeItem: null, error: 'A store entry has neither status nor stock of its own.' },
    { id: hex(lamp), storeItem: { ...changed, originalPriceCents: 2_000 }, error: null },
  ]);
  expect(await repositories().products.findById(lamp._id)).toMatchObject(changed);
  expect(await logged()).toEqual([
    ['UPDATE_PRODUCT', 'Lamp', 'DONE'],
    ['UPDATE_PRODUCT', 'Mug', 'DONE'],
  ]);
});

test.each(['ACTIVATE', 'IN_STOCK'] as const)(
  '%s changes and logs nothing when the product is already in that state',
  async (action) => {
    const { root, lamp } = await shop();
    const results = await bulkUpdateProducts(root, { ids: [hex(lamp)], action });
    expect(results).toMatchObject([{ storeItem: { version: 1 }, error: null }]);
    expect(await logged()).toEqual([]);
  },
);

test('OUT_OF_STOCK takes a sold-out product off sale, so that a returned piece does not put it on sale', async () => {
  const { root, ada } = await shop();
  const lamp = await createProduct(ada, { name: 'Torch', price: 10, stock: 0 });
  const id = hex(lamp);
  const results = await bulkUpdateProducts(root, { ids: [id], action: 'OUT_OF_STOCK' });
  expect(results).toMatchObject([{ storeItem: { inStock: false, purchasable: false }, error: null }]);
  await adjustStock(ada, { id, count: 1, reason: 'RETURN' });
  expect(await repositories().products.findById(lamp._id)).toMatchObject({ inStock: false, purchasable: false });
  expect(await logged()).toEqual([['UPDATE_PRODUCT', 'Torch', 'DONE']]);
});

test('DELETE removes products and entries, logs each, and leaves them restorable', async () => {
  const { root, lamp, mug, entry } = await shop();
  const ids = [hex(entry), hex(lamp), hex(lamp), hex(mug)];
  const results = await bulkUpdateProducts(root, { ids, action: 'DELETE' });
  expect(results).toMatchObject([
    { storeItem: { _id: entry._id }, error: null },
    { storeItem: lamp, error: null },
    { storeItem: null, error: 'There is no such item.' },
    { storeItem: mug, error: null },
  ]);
  expect(await repositories().products.countAll()).toBe(0);
  expect(await logged()).toEqual(['Lamp', 'Lamp', 'Mug'].map((name) => ['DELETE_STORE_ITEM', name, 'DONE']));
  expect(await restoreStoreItem(root, { id: hex(lamp) })).toMatchObject(undated(lamp));
});

test('E11: updates a product that another call changes at the same moment', async () => {
  const { root, lamp } = await shop();
  const late = createRepositories(
    runBefore(database.db, { collection: 'products', write: 'findOneAndUpdate' }, () =>
      bulkUpdateProducts(root, { ids: [hex(lamp)], action: 'OUT_OF_STOCK' }),
    ),
  );
  const results = await bulkUpdateProducts({ ...root, repositories: late }, { ids: [hex(lamp)], action: 'DEACTIVATE' });
  expect(results).toMatchObject([{ storeItem: { status: 'inactive', inStock: false, version: 3 }, error: null }]);
});

test('an outage fails the call, and a retry under the same key completes it', async () => {
  const { root, lamp, mug } = await shop();
  const keyed = (given = repositories()) => asViewer(given, viewerNamed('root'), { idempotencyKey: 'root\nbulk' });
  let deletions = 0;
  const broken = {
    ...repositories(),
    products: {
      ...repositories().products,
      delete: (seen: Parameters<ReturnType<typeof repositories>['products']['delete']>[0]) =>
        (deletions += 1) === 2 ? Promise.reject(new UnavailableError()) : repositories().products.delete(seen),
    },
  };
  const input = { ids: [hex(lamp), hex(mug)], action: 'DELETE' };
  await expect(bulkUpdateProducts(keyed(broken), input)).rejects.toMatchObject({ status: 503 });
  expect(await bulkUpdateProducts(keyed(), input)).toMatchObject([{ error: null }, { error: null }]);
  expect(await repositories().products.countAll()).toBe(0);
  expect(root.requestId).toBe('test');
});

test.each([
  [{ ids: [], action: 'DELETE' }, 'ids', 'Ids must hold 1 to 100 ids'],
  [{ ids: Array.from({ length: 101 }, () => unknown), action: 'DELETE' }, 'ids', 'Ids must hold 1 to 100 ids'],
  [{ ids: [unknown], action: 'HIDE' }, 'action', 'Action must be DELETE, ACTIVATE, DEACTIVATE, IN_STOCK, OUT_OF_STOCK'],
])('refuses an invalid bulk action as a whole: %#', async (input, field, message) => {
  const { root } = await shop();
  await expect(bulkUpdateProducts(root, input)).rejects.toMatchObject({ status: 400, field, message });
});

test('refuses bulk actions of users who are not admins', async () => {
  const { ada, lamp } = await shop();
  await expect(bulkUpdateProducts(ada, { ids: [hex(lamp)], action: 'DELETE' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().products.countAll()).toBe(2);
});
