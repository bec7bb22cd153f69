import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { createRepositories } from '../collections/repositories';
import { bulkUpdateProducts } from '../store/bulkUpdateProducts';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { addToStore, findCart } from '../store/store.service';
import { undated } from '../testing/builders';
import { asAdmin, asUser } from '../testing/contexts';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { changeUserRole } from '../users/users.service';
import { importProducts } from './importProducts';
import { createProduct, findProduct } from './products.service';
import type { ProductDocument } from './products.repository';
import { updateProduct } from './updateProduct';

const database = useTestDatabase();
const repositories = () => database.repositories;
/** Real time, because the database expires documents by its own clock. */
const now = () => new Date();
const seller = () => asUser(repositories(), 'ada', { now });
const admin = (uid = 'root') => asAdmin(repositories(), uid, { now });
const idOf = ({ _id }: { readonly _id: ObjectId }) => ({ id: _id.toHexString() });
const lamp = { name: 'Blue Lamp', slug: 'blue-lamp', price: 80 };

async function present(product: ProductDocument): Promise<ProductDocument> {
  const found = await repositories().products.findById(product._id);
  if (!found) throw new Error('the product is gone');
  return found;
}

async function setStatus(context: Context, product: ProductDocument, status: 'ACTIVE' | 'INACTIVE', more = {}) {
  const { version } = await present(product);
  return updateProduct(context, { ...idOf(product), version, status, ...more });
}

const bulk = async (context: Context, product: ProductDocument, action: string) =>
  (await bulkUpdateProducts(context, { ids: [idOf(product).id], action }))[0];
const bring = (context: Context, status: string) =>
  importProducts(context, { rows: [{ slug: lamp.slug, status }], dryRun: false });

const deactivations: [string, (context: Context, product: ProductDocument) => Promise<unknown>][] = [
  ['the form', (context, product) => setStatus(context, product, 'INACTIVE')],
  ['a bulk action', (context, product) => bulk(context, product, 'DEACTIVATE')],
  ['an import', (context) => bring(context, 'inactive')],
];

const refusal = { message: expect.stringMatching(/^Deactivated by the shop/) as string, status: 409, field: 'status' };

const sellersWays: [string, (context: Context, product: ProductDocument) => Promise<unknown>][] = [
  ['the form', (context, product) => setStatus(context, product, 'ACTIVE')],
  [
    'the form, with another name and slug',
    (context, product) => setStatus(context, product, 'ACTIVE', { name: 'X', slug: '' }),
  ],
  [
    'inactive first, then active',
    async (context, product) => {
      await setStatus(context, product, 'INACTIVE', { price: 70 });
      return setStatus(context, product, 'ACTIVE');
    },
  ],
  [
    'deletion, undo, then active',
    async (context, product) => {
      await deleteStoreItem(context, idOf(product));
      expect(await restoreStoreItem(context, idOf(product))).toMatchObject({ status: 'inactive' });
      return setStatus(context, product, 'ACTIVE');
    },
  ],
];

const everyPair = deactivations.flatMap(([by, deactivate]) =>
  sellersWays.map(([way, activate]) => ({ by, way, deactivate, activate })),
);

test.each(everyPair)(
  'after an admin deactivates a product by $by, its owner cannot activate it by $way',
  async (each) => {
    const [ada, root] = [await seller(), await admin()];
    const product = await createProduct(ada, lamp);
    await each.deactivate(root, product);
    const held = await present(product);
    expect(held).toMatchObject({ status: 'inactive', heldByShop: { uid: 'root', since: expect.any(Date) as Date } });
    await expect(each.activate(ada, product)).rejects.toMatchObject(refusal);
    expect(await present(product)).toMatchObject({ status: 'inactive', heldByShop: held.heldByShop });
    expect(await setStatus(ada, product, 'INACTIVE', { price: 60 })).toMatchObject({ priceCents: 6000 });
  },
);

test.each<[string, (context: Context, product: ProductDocument) => Promise<unknown>]>([
  ['the form', (context, product) => setStatus(context, product, 'ACTIVE')],
  ['a bulk action', (context, product) => bulk(context, product, 'ACTIVATE')],
  ['an import', (context) => bring(context, 'active')],
])('any admin lifts the hold by %s, after which the owner controls the status again', async (_way, activate) => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp);
  await setStatus(root, product, 'INACTIVE');
  await changeUserRole(await admin('eve'), { id: 'root', role: 'USER' });
  await expect(setStatus(ada, product, 'ACTIVE')).rejects.toMatchObject(refusal);
  await activate(await asAdmin(repositories(), 'eve', { now }), product);
  expect(await present(product)).not.toHaveProperty('heldByShop');
  await setStatus(ada, product, 'INACTIVE');
  expect(await setStatus(ada, product, 'ACTIVE')).toMatchObject({ status: 'active' });
});

test('a bulk deactivation holds an already inactive product, an import that repeats its status does not', async () => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp);
  await setStatus(ada, product, 'INACTIVE');
  await bring(root, 'inactive');
  expect(await present(product)).not.toHaveProperty('heldByShop');
  await bulk(root, product, 'DEACTIVATE');
  const { version, heldByShop } = await present(product);
  expect(heldByShop).toMatchObject({ uid: 'root' });
  await bulk(await admin('eve'), product, 'DEACTIVATE');
  expect(await present(product)).toMatchObject({ version, heldByShop });
});

test('does not hold an admin’s own products, even after a demotion', async () => {
  const root = await admin();
  const product = await createProduct(root, lamp);
  await bulk(root, product, 'DEACTIVATE');
  await changeUserRole(await admin('eve'), { id: 'root', role: 'USER' });
  const demoted = await asUser(repositories(), 'root', { now });
  expect(await setStatus(demoted, product, 'ACTIVE')).toMatchObject({ status: 'active' });
});

test('an owner who is an admin lifts the hold, a former admin does not', async () => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp);
  await setStatus(root, product, 'INACTIVE');
  await admin('ada');
  await changeUserRole(root, { id: 'ada', role: 'USER' });
  await expect(setStatus(ada, product, 'ACTIVE')).rejects.toMatchObject(refusal);
  await admin('ada');
  expect(await setStatus(ada, product, 'ACTIVE')).toMatchObject({ status: 'active' });
});

test('refuses an owner’s update when an admin deactivates the product before its write', async () => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp, { status: 'inactive' });
  const window = { collection: 'products', write: 'findOneAndUpdate' } as const;
  const rival = () => bulk(root, product, 'DEACTIVATE');
  const late = { ...ada, repositories: createRepositories(runBefore(database.db, window, rival)) };
  await expect(setStatus(late, product, 'ACTIVE')).rejects.toMatchObject({ status: 409, field: 'version' });
  expect(await present(product)).toMatchObject({ status: 'inactive', heldByShop: { uid: 'root' } });
});

const deletions: [string, (context: Context, id: { id: string }) => Promise<unknown>][] = [
  ['the list', deleteStoreItem],
  ['a bulk action', (context, { id }) => bulkUpdateProducts(context, { ids: [id], action: 'DELETE' })],
];
const gone = { message: expect.stringMatching(/^Deleted by the shop/) as string, status: 409, field: 'id' };

describe.each(deletions)('after an admin deletes by %s', (_way, remove) => {
  test.each(['a product', 'a store entry'])('%s can be restored only by an admin', async (kind) => {
    const [ada, root] = [await seller(), await admin()];
    const product = await createProduct(ada, lamp);
    const item = kind === 'a product' ? product : await addToStore(ada, { slug: lamp.slug });
    await remove(root, idOf(item));
    await expect(restoreStoreItem(ada, idOf(item))).rejects.toMatchObject(gone);
    expect(await findCart(ada, {})).toEqual([]);
    expect(await restoreStoreItem(root, idOf(item))).toMatchObject(undated(item));
    // After the restore by the shop, the owner may delete and restore it again.
    await deleteStoreItem(ada, idOf(item));
    expect(await restoreStoreItem(ada, idOf(item))).toMatchObject(undated(item));
  });
});

test('an earlier deletion by the owner does not let the owner undo a later one by an admin', async () => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp);
  await deleteStoreItem(ada, idOf(product));
  await restoreStoreItem(ada, idOf(product));
  await deleteStoreItem(root, idOf(product));
  await expect(restoreStoreItem(ada, idOf(product))).rejects.toMatchObject(gone);
  expect(await findProduct(ada, { slug: lamp.slug })).toBeNull();
});

test('only an admin can restore a product that owner and admin deleted concurrently', async () => {
  const [ada, root] = [await seller(), await admin()];
  const product = await createProduct(ada, lamp);
  const window = { collection: 'products', write: 'deleteOne' } as const;
  const rival = () => deleteStoreItem(ada, idOf(product)).catch(() => undefined);
  const late = { ...root, repositories: createRepositories(runBefore(database.db, window, rival)) };
  await deleteStoreItem(late, idOf(product)).catch(() => undefined);
  await expect(restoreStoreItem(ada, idOf(product))).rejects.toMatchObject(gone);
  expect(await restoreStoreItem(root, idOf(product))).toMatchObject(undated(product));
});

test('a demoted admin can restore their own product that they had deleted', async () => {
  const root = await admin();
  const product = await createProduct(root, lamp);
  await deleteStoreItem(root, idOf(product));
  await changeUserRole(await admin('eve'), { id: 'root', role: 'USER' });
  expect(await restoreStoreItem(await asUser(repositories(), 'root', { now }), idOf(product))).toMatchObject(
    undated(product),
  );
});
