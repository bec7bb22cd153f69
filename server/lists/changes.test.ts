import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, type ObjectId } from 'mongodb';
import { createRepositories, type Repositories } from '../collections/repositories';
import { dateChanges } from '../collections/dateChanges';
import { longRunningOptions } from '../database/clientOptions';
import { endCursorOf, type Listing } from './connection';
import { listProducts } from '../products/listProducts';
import { listRemovedProducts, toRemovedProduct } from '../products/listRemovedProducts';
import type { ProductDocument } from '../products/products.repository';
import { updateProduct } from '../products/updateProduct';
import { listShopOrders } from '../shopOrders/listShopOrders';
import { addOrderNote } from '../shopOrders/addOrderNote';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { buildOrder } from '../testing/buildOrder';
import { buildProduct } from '../testing/builders';
import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { recordCommands, testOfPlans } from '../testing/recordCommands';
import { settlingMs } from './changes';

const database = useTestDatabase();
const hour = 60 * 60_000;
const longAgo = new Date(Date.now() - 24 * hour);

const earlier = new Date(Date.now() - hour);

/** Backdates all changes by an hour. */
const age = async () => {
  for (const name of ['products', 'removedProducts', 'orders'])
    await database.db.collection(name).updateMany({ updatedAt: { $type: 'date' } }, { $set: { updatedAt: earlier } });
};

/** Reads a list from where the last read ended. */
function follower<T>(list: (after: string | null) => Promise<Pick<Listing<T>, 'page'>>) {
  let after: string | null = null;
  return async (take: (row: T) => void): Promise<void> => {
    for (;;) {
      const page = await (await list(after)).page();
      page.rows.forEach(take);
      after = endCursorOf(page) ?? after;
      if (!page.hasNextPage) return;
    }
  };
}

interface Known {
  readonly version: number;
  readonly inStock: boolean;
  readonly at: number;
}

/** A mirror of the shop, maintained by its lists of changes. */
async function integrator(repositories: Repositories) {
  const root = await asAdmin(repositories, 'root');
  const products = new Map<string, Known>();
  const orders = new Map<string, number>();
  const changedSince = longAgo;
  const readRemoved = follower((after) => listRemovedProducts(root, { changedSince, first: 5, after }));
  const readProducts = follower((after) =>
    listProducts(root, { filter: { changedSince }, sort: 'NAME', first: 5, after }),
  );
  const readOrders = follower((after) => listShopOrders(root, { filter: { changedSince }, first: 5, after }));
  return {
    products,
    orders,
    async read(): Promise<void> {
      // Each request has its own loaders.
      root.loaders.productById.clearAll();
      await readRemoved((row) => {
        const { id, updatedAt } = toRemovedProduct(row);
        if ((products.get(id)?.at ?? 0) < updatedAt.getTime()) products.delete(id);
      });
      await readProducts(({ _id, version, inStock, updatedAt }) => {
        products.set(_id.toHexString(), { version, inStock, at: Number(updatedAt) });
      });
      await readOrders((order) => void orders.set(order._id, 'version' in order ? order.version : 0));
    },
  };
}

/** Products and an order that exist, and are known, before a writer begins. */
interface OfBefore {
  readonly edited: ObjectId;
  readonly sold: ObjectId;
  readonly gone: ProductDocument;
  readonly order: string;
}

async function ofBefore({ products, orders }: Repositories, number: number): Promise<OfBefore> {
  const [edited, sold, gone] = [buildProduct(), buildProduct(), buildProduct()];
  await products.insertMany([edited, sold, gone]);
  const order = buildOrder({ lines: [[1_000, 1]] }, { _id: `K-BEFORE-${number}` });
  await orders.insertPlaced(order);
  return { edited: edited._id, sold: sold._id, gone, order: order._id };
}

/** Enough writes for each kind of change. */
const fewest = 6;
/** How wrong the clocks are: less than a deleted item is kept, which the database may remove at any moment after it. */
const skewMs = 5 * 60_000;

/** A process with a wrong clock and its own connections, which writes on until some changes are listed. */
async function writer(
  number: number,
  { edited, sold, gone, order }: OfBefore,
  areSomeListed: () => boolean,
): Promise<void> {
  const client = await new MongoClient(database.uri, longRunningOptions).connect();
  try {
    const repositories = createRepositories(client.db(database.databaseName));
    const now = () => new Date(Date.now() + (number - 1) * skewMs);
    const root = await asAdmin(repositories, `writer${number}`, { now });
    for (let writes = 0; writes < fewest || !areSomeListed(); writes += 1) {
      const product = buildProduct({ name: `Lamp ${number} ${writes}`, createdAt: now() });
      await repositories.products.insert(product);
      const id = product._id.toHexString();
      await updateProduct(root, { id, version: 1, price: writes + 1 });
      if (writes % 3 === 1) await updateProduct(root, { id, version: 2, status: 'INACTIVE' });
      if (writes % 3 === 2) await deleteStoreItem(root, { id });
      if (writes % 6 === 5) await restoreStoreItem(root, { id });
      await repositories.orders.insertPlaced(
        buildOrder({ lines: [[1_000, 1]] }, { _id: `K-${number}-${writes}`, createdAt: now() }),
      );
      await addOrderNote(root, { number: order, text: 'Seen.' });
      await updateProduct(root, { id: edited.toHexString(), version: writes + 1, price: writes + 1 });
      if (writes === 2) await repositories.products.setInStock(sold, false);
      if (writes === 3) await repositories.products.delete(gone);
    }
  } finally {
    await client.close();
  }
}

test('a mirror misses no change while three processes with wrong clocks write', async () => {
  const { repositories, db } = database;
  const reader = await integrator(repositories);
  const known = await Promise.all([0, 1, 2].map((number) => ofBefore(repositories, number)));
  await age();
  await reader.read();
  expect([reader.products.size, reader.orders.size]).toEqual([9, 3]);
  let isOver = false;
  // Changes are to be listed while others are still being written.
  const areSomeListed = () => reader.orders.size > 3;
  const writing = Promise.all(known.map((each, number) => writer(number, each, areSomeListed)));
  void writing.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    await reader.read();
    await delay(200);
  }
  await writing;
  await delay(settlingMs + 100);
  await reader.read();
  const versions = (await db.collection('products').find({ status: 'active' }).toArray()).map(
    ({ _id, version, inStock }) => [_id.toHexString(), [version, inStock]] as const,
  );
  const copied = [...reader.products].map(([id, { version, inStock }]) => [id, [version, inStock]] as const);
  expect(new Map(copied)).toEqual(new Map(versions));
  const orders = await db.collection<{ _id: string; version: number }>('orders').find().toArray();
  expect(reader.orders).toEqual(new Map(orders.map(({ _id, version }) => [_id, version])));
});

test('withholds a recent change until no earlier one can appear', async () => {
  const { repositories } = database;
  const reader = await integrator(repositories);
  await repositories.products.insert(buildProduct());
  await reader.read();
  expect(reader.products.size).toBe(0);
  await age();
  await reader.read();
  expect(reader.products.size).toBe(1);
});

test('lists a deletion that was interrupted between its steps after settleRemovals', async () => {
  const { repositories, db } = database;
  const root = await asAdmin(repositories, 'root');
  const [gone, there] = [buildProduct(), buildProduct()];
  for (const product of [gone, there]) await repositories.products.insert(product);
  const cutOff = { expiresAt: new Date(Date.now() + hour), isBegun: true };
  await db.collection('removedProducts').insertMany([gone, there].map(({ _id }) => ({ _id, ...cutOff })));
  await db.collection('products').deleteOne({ _id: gone._id });
  await repositories.products.settleRemovals();
  await age();
  const listed = await (await listRemovedProducts(root, { changedSince: longAgo, first: 10 })).page();
  expect(listed.rows.map(toRemovedProduct)).toEqual([
    { id: gone._id.toHexString(), updatedAt: earlier, reason: 'DELETED' },
  ]);
  const tooEarly = { changedSince: new Date(Date.now() - 91 * 24 * hour), first: 10 };
  await expect(listRemovedProducts(root, tooEarly)).rejects.toMatchObject({ status: 400, field: 'changedSince' });
});

test('dates changes without updatedAt as changed now, also later writes of older processes', async () => {
  const { repositories, db } = database;
  const undated = async () => {
    for (const name of ['products', 'orders']) await db.collection(name).updateMany({}, { $unset: { updatedAt: '' } });
  };
  const lacking = async () => {
    const counts = ['products', 'orders'].map((name) => db.collection(name).countDocuments({ updatedAt: null }));
    return Promise.all(counts);
  };
  await repositories.products.insertMany(Array.from({ length: 5 }, () => buildProduct()));
  await repositories.orders.insertPlaced(buildOrder({ lines: [[1_000, 1]] }, { _id: 'K-1' }));
  await undated();
  await dateChanges(db, 2);
  expect(await lacking()).toEqual([0, 0]);
  await age();
  await dateChanges(db, 2);
  expect((await db.collection('products').findOne({}))?.['updatedAt']).toEqual(earlier);
  await undated();
  await repositories.products.dateUndated();
  await repositories.orders.dateUndated();
  expect(await lacking()).toEqual([0, 0]);
});

testOfPlans('reads a page of changes by an index, whatever precedes the page', async () => {
  const watch = recordCommands(database);
  try {
    const { repositories } = watch;
    const root = await asAdmin(repositories, 'root');
    await repositories.products.insertMany(
      Array.from({ length: 300 }, (_, number) => buildProduct({ name: `${number}` })),
    );
    for (let number = 0; number < 60; number += 1)
      await repositories.orders.insertPlaced(buildOrder({ lines: [[1_000, 1]] }, { _id: `K-${number}` }));
    await age();
    const filter = { changedSince: longAgo };
    const byProducts = await watch.examinedBy(async () =>
      (await listProducts(root, { filter, sort: 'NEWEST', first: 5 })).page(),
    );
    expect(byProducts.examinedIn('products')).toBeLessThanOrEqual(20);
    const byOrders = await watch.examinedBy(async () => (await listShopOrders(root, { filter, first: 5 })).page());
    expect(byOrders.examinedIn('orders')).toBeLessThanOrEqual(20);
    const removed = await watch.examinedBy(async () =>
      (await listRemovedProducts(root, { changedSince: longAgo, first: 5 })).page(),
    );
    expect(removed.examined).toBeLessThanOrEqual(20);
  } finally {
    await watch.stop();
  }
});
