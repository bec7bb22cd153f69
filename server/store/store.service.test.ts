import { createProduct } from '../products/products.service';
import { ObjectId } from 'mongodb';
import { buildProduct } from '../testing/builders';
import { asAdmin, asAnonymous, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { endCursorOf } from '../lists/connection';
import { deleteStoreItem } from './deleteStoreItem';
import { addToStore, entryStatus, entryOf, findCart, hasOtherPrice } from './store.service';
import { listStoreItems } from './storeItems';

const database = useTestDatabase();

const repositories = () => database.repositories;
const lamp = { name: 'Lamp', price: 80, discount: 20, photos: ['/a.png'], categories: ['Home & Garden'] };

test('M45 an entry is a snapshot of the catalogue with the fields of the specification', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(await asUser(repositories(), 'bob'), lamp);
  const entry = await addToStore(ada, { slug: 'lamp' });
  expect(entry).toEqual({
    _id: entry._id,
    productId: product._id,
    name: 'Lamp',
    nameLower: 'lamp',
    slug: 'lamp',
    photos: ['/a.png'],
    priceCents: 8000,
    discount: 20,
    inStock: true,
    categories: ['Home & Garden'],
    ownerUid: 'ada',
    createdAt: testTime,
  });
  await addToStore(ada, { slug: 'lamp' });
  expect((await findCart(ada, {})).map(({ name }) => name)).toEqual(['Lamp', 'Lamp']);
  expect((await findCart(ada, { email: 'ADA@kiosk.test' })).length).toBe(2);
});

test('stores the present price and reports whether it differs from the price that the caller has seen', async () => {
  const ada = await asUser(repositories(), 'ada');
  await createProduct(ada, { ...lamp, price: 29.99 });
  const seen = [undefined, null, 29.99, 29.990000000000002, 19.99, 0, 30];
  const told = await Promise.all(
    seen.map(async (seenPrice) => hasOtherPrice(await addToStore(ada, { slug: 'lamp', seenPrice }), seenPrice)),
  );
  expect(told).toEqual([false, false, false, false, true, true, true]);
  expect((await findCart(ada, {})).map(({ priceCents }) => priceCents)).toEqual(seen.map(() => 2999));
  for (const seenPrice of [-1, 1_000_001, Number.NaN, '29.99']) {
    await expect(addToStore(ada, { slug: 'lamp', seenPrice })).rejects.toMatchObject({
      status: 400,
      field: 'seenPrice',
    });
  }
});

test('refuses to add products that are out of stock, hidden or unknown', async () => {
  const ada = await asUser(repositories(), 'ada');
  await createProduct(ada, { ...lamp, slug: 'gone', inStock: false });
  await createProduct(ada, { ...lamp, slug: 'hidden' }, { status: 'inactive' });
  await expect(addToStore(ada, { slug: 'gone' })).rejects.toMatchObject({ status: 409, field: 'slug' });
  await expect(addToStore(ada, { slug: 'hidden' })).rejects.toMatchObject({ status: 404, field: 'slug' });
  await expect(addToStore(ada, { slug: 'nothing' })).rejects.toMatchObject({ status: 404, field: 'slug' });
  await expect(addToStore(ada, { slug: 'gone', price: 1 })).rejects.toMatchObject({ status: 400, field: 'price' });
  await expect(addToStore(asAnonymous(repositories()), { slug: 'gone' })).rejects.toMatchObject({ status: 401 });
});

test('entryStatus reports how the product has changed since it was added', async () => {
  const { products } = repositories();
  const ada = await asUser(repositories(), 'ada');
  const entryAfter = async (fields: Parameters<typeof buildProduct>[0]) => {
    const product = buildProduct({ price: 10 });
    const entry = entryOf(product, { _id: new ObjectId(), ownerUid: 'ada', createdAt: testTime });
    if (fields) await products.insert(buildProduct({ _id: product._id, price: 10, ...fields }));
    return entryStatus(ada, entry);
  };
  expect(await entryAfter({})).toMatchObject({ notice: null, currentPriceCents: 1000 });
  expect(await entryAfter({ price: 12 })).toMatchObject({ notice: 'PRICE_CHANGED', currentPriceCents: 1200 });
  expect(await entryAfter({ inStock: false })).toMatchObject({ notice: 'OUT_OF_STOCK', currentPriceCents: 1000 });
  expect(await entryAfter({ status: 'inactive' })).toMatchObject({ notice: 'UNAVAILABLE', currentPriceCents: null });
  expect(await entryAfter(undefined)).toMatchObject({ notice: 'UNAVAILABLE', currentPriceCents: null });
});

test('carts are shown to their owners and to admins, by uid, not by a claimed e-mail', async () => {
  const ada = await asUser(repositories(), 'ada');
  const bob = await asUser(repositories(), 'bob');
  const root = await asAdmin(repositories(), 'root');
  await createProduct(bob, lamp);
  await addToStore(ada, { slug: 'lamp' });
  await expect(findCart(bob, { email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  await expect(findCart(bob, { email: 'nobody@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  await expect(findCart(bob, { email: 'ada' })).rejects.toMatchObject({ status: 400, field: 'email' });
  expect(await findCart(root, { email: 'ada@kiosk.test' })).toHaveLength(1);
  expect(await findCart(root, { email: 'nobody@kiosk.test' })).toEqual([]);
  const squatter = asViewer(repositories(), viewerNamed('squatter', { email: 'ada@kiosk.test', emailVerified: false }));
  await expect(findCart(squatter, { email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await findCart(squatter, {})).toEqual([]);
});

test('M61 an item is deleted by its owner or an admin; to others it does not exist', async () => {
  const ada = await asUser(repositories(), 'ada');
  const bob = await asUser(repositories(), 'bob');
  const product = await createProduct(ada, lamp);
  const entry = await addToStore(bob, { slug: 'lamp' });
  const missing = { message: 'There is no such item.', status: 404, field: 'id' };
  await expect(deleteStoreItem(ada, { id: entry._id.toHexString() })).rejects.toMatchObject(missing);
  await expect(deleteStoreItem(bob, { id: product._id.toHexString() })).rejects.toMatchObject(missing);
  await expect(deleteStoreItem(bob, { id: 'f'.repeat(24) })).rejects.toMatchObject(missing);
  await expect(deleteStoreItem(bob, { id: "' or 1=1" })).rejects.toMatchObject(missing);
  expect(await deleteStoreItem(bob, { id: entry._id.toHexString() })).toMatchObject({ slug: 'lamp' });
  expect(await deleteStoreItem(await asAdmin(repositories(), 'root'), { id: product._id.toHexString() })).toEqual(
    product,
  );
});

test('E11: a store never holds more than 500 entries, even under concurrent adds', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const minute = (index: number) => new Date(testTime.getTime() + index * 60_000);
  await repositories().store.insertMany(
    Array.from({ length: 490 }, (_, index) =>
      entryOf(product, { _id: new ObjectId(), ownerUid: 'ada', createdAt: minute(index) }),
    ),
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => addToStore(ada, { slug: 'lamp' })));
  const kept = outcomes.filter(({ status }) => status === 'fulfilled').length;
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 1_000)).toBe(490 + kept);
  for (let index = kept; index < 10; index += 1) await addToStore(ada, { slug: 'lamp' });
  await expect(addToStore(ada, { slug: 'lamp' })).rejects.toMatchObject({
    message: 'Your store holds 500 items already. Remove one first.',
    status: 409,
  });
  expect(await findCart(ada, {})).toHaveLength(500);
});

test('M59 M60 lists own products and entries, everything for admins, in pages without gaps', async () => {
  const ada = await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const { products, store } = repositories();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const made = [1, 2, 2, 3, 4].map((day) => buildProduct({ ownerUid: day === 4 ? 'bob' : 'ada', createdAt: at(day) }));
  await products.insertMany(made);
  const sample = buildProduct();
  await store.insertMany(
    [2, 3, 5].map((day) => entryOf(sample, { _id: new ObjectId(), ownerUid: 'ada', createdAt: at(day) })),
  );
  const walk = async (context: typeof ada, input: { owner?: { email: string }; filter?: unknown }) => {
    const days: (number | undefined)[] = [];
    for (let after: string | null = null; ;) {
      const page = await (await listStoreItems(context, { ...input, first: 2, after })).page();
      days.push(...page.rows.map(({ createdAt }) => createdAt.getUTCDate()));
      if (!page.hasNextPage) return days;
      after = endCursorOf(page);
    }
  };
  expect(await walk(ada, { owner: { email: 'ada@kiosk.test' } })).toEqual([5, 3, 3, 2, 2, 2, 1]);
  expect(await walk(root, {})).toEqual([5, 4, 3, 3, 2, 2, 2, 1]);
  expect(await walk(root, { filter: { kind: 'PRODUCT' } })).toEqual([4, 3, 2, 2, 1]);
  expect(await walk(root, { filter: { createdFrom: at(2), createdTo: at(4) } })).toEqual([3, 3, 2, 2, 2]);
  expect(await (await listStoreItems(root, { first: 1 })).count()).toEqual({ count: 8, isExact: true });
  await expect(listStoreItems(ada, { first: 24 })).rejects.toMatchObject({ status: 403 });
  await expect(listStoreItems(root, { first: 101 })).rejects.toMatchObject({ status: 400, field: 'first' });
  await expect(listStoreItems(root, { first: 1, after: 'x' })).rejects.toMatchObject({ status: 400, field: 'after' });
});
