import { ConflictError } from '../errors';
import { buildProduct } from '../testing/builders';
import { asAnonymous, asUser } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { settleStock } from '../stock/settleStock';
import { updateProduct } from '../products/updateProduct';
import { adjustStock, movementsOf, readAvailability } from './inventory.service';

const database = useTestDatabase();
const owner = () => asUser(database.repositories, 'ada');

async function newProduct() {
  const product = buildProduct({ ownerUid: 'ada' });
  await database.repositories.products.insert(product);
  return { id: product._id.toHexString(), slug: product.slug, _id: product._id };
}

const shownBy = (asked: object) => readAvailability(asAnonymous(database.repositories), asked);
const shown = (slug: string) => shownBy({ slug });

test('C01 C03 shows the pieces left only at or below the threshold; an uncounted product is just in stock', async () => {
  const { id, slug } = await newProduct();
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
  const level = await adjustStock(await owner(), { id, count: 6, reason: 'DELIVERY' });
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
  await adjustStock(await owner(), { id, delta: -1, version: level.version, reason: 'CORRECTION' });
  expect(await shown(slug)).toEqual({ status: 'LOW_STOCK', left: 5 });
});

test('C03 asked by id shows the stock of that product, also after its slug has become another one’s', async () => {
  const { id, slug } = await newProduct();
  await adjustStock(await owner(), { id, count: 2, reason: 'DELIVERY' });
  await updateProduct(await owner(), { id, version: 1, slug: `${slug}-away` });
  expect(await shown(slug)).toEqual({ status: 'LOW_STOCK', left: 2 });
  await database.repositories.products.insert(buildProduct({ ownerUid: 'ada', slug }));
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
  expect(await shownBy({ id })).toEqual({ status: 'LOW_STOCK', left: 2 });
});

test('the availability is asked by exactly one of slug and id, and of a product that there is', async () => {
  const { id, slug } = await newProduct();
  const refused = { code: 'BAD_USER_INPUT', field: 'slug', message: 'Give either a slug or an id' };
  for (const asked of [{}, { slug: null, id: null }, { id, slug }])
    await expect(shownBy(asked)).rejects.toMatchObject(refused);
  for (const none of ['', 'lamp', id.replaceAll(/./g, '0')])
    await expect(shownBy({ id: none })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'id' });
  await expect(shownBy({ slug: 'no-such-thing' })).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'slug' });
});

test('C02 a product without pieces is marked out of stock, and a delivery puts it back in stock', async () => {
  const { id, slug, _id } = await newProduct();
  const inStock = async () => (await database.repositories.products.findById(_id))?.inStock;
  await adjustStock(await owner(), { id, count: 0, reason: 'CORRECTION' });
  expect(await inStock()).toBe(false);
  expect(await shown(slug)).toEqual({ status: 'OUT_OF_STOCK', left: null });
  await adjustStock(await owner(), { id, delta: 2, reason: 'DELIVERY' });
  expect(await inStock()).toBe(true);
});

test('C02 settling an outdated stock level does not overwrite the flag of a newer one', async () => {
  const { id, _id } = await newProduct();
  const { repositories } = database;
  await adjustStock(await owner(), { id, count: 1, reason: 'DELIVERY' });
  const until = new Date('2096-03-01T12:15:00Z');
  await repositories.stock.hold(_id, { checkout: 'c', quantity: 1, until });
  const older = await repositories.stock.find(_id);
  if (!older?.isFlagDue) throw new Error('The last piece is held, and the product does not say so yet.');
  await adjustStock(await owner(), { id, delta: 2, reason: 'DELIVERY' });
  await settleStock(repositories, older);
  expect(await repositories.products.findById(_id)).toMatchObject({ inStock: true });
});

test('C04 movements sum to the pieces on hand, also after refused adjustments', async () => {
  const { id, _id } = await newProduct();
  await adjustStock(await owner(), { id, count: 4, reason: 'DELIVERY' });
  await adjustStock(await owner(), { id, delta: 3, reason: 'RETURN' });
  await expect(adjustStock(await owner(), { id, delta: -8, reason: 'CORRECTION' })).rejects.toThrow(ConflictError);
  await expect(adjustStock(await owner(), { id, delta: 1, version: 1, reason: 'DELIVERY' })).rejects.toMatchObject({
    field: 'version',
  });
  const level = await adjustStock(await owner(), { id, count: 5, reason: 'CORRECTION' });
  const movements = await movementsOf(await owner(), level);
  expect(movements.map(({ delta }) => delta)).toEqual([-2, 3, 4]);
  expect(movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(level.onHand);
  expect((await database.repositories.stock.find(_id))?.movements).toEqual([]);
});

test('refuses adjustments below the held pieces', async () => {
  const { id, _id } = await newProduct();
  await adjustStock(await owner(), { id, count: 3, reason: 'DELIVERY' });
  const until = new Date('2096-03-01T12:15:00Z');
  expect(await database.repositories.stock.hold(_id, { checkout: 'c', quantity: 2, until })).toEqual({ kind: 'held' });
  const held = '2 are held for purchases under way.';
  await expect(adjustStock(await owner(), { id, delta: -2, reason: 'CORRECTION' })).rejects.toMatchObject({
    ...{ field: 'delta', message: held },
  });
  await expect(adjustStock(await owner(), { id, count: 1, reason: 'CORRECTION' })).rejects.toMatchObject({
    ...{ field: 'count', message: held },
  });
});

test.each([
  [1_200, -1_201, 'There are only 1,200.'],
  [1, -2, 'There is only 1.'],
  [0, -1, 'There are none.'],
  [999_999, 2, 'At most 1,000,000 can be counted.'],
])('of %d pieces a change by %d is refused with the reason', async (count, delta, message) => {
  const { id } = await newProduct();
  await adjustStock(await owner(), { id, count, reason: 'DELIVERY' });
  const refused = adjustStock(await owner(), { id, delta, reason: 'CORRECTION' });
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', field: 'delta', message });
});

test('a version that has changed is refused for a threshold alone and for a count that already stands', async () => {
  const { id, _id } = await newProduct();
  const { version } = await adjustStock(await owner(), { id, count: 4, reason: 'DELIVERY' });
  await adjustStock(await owner(), { id, delta: 0, version, reason: 'CORRECTION', lowStockThreshold: 10 });
  const refused = { code: 'CONFLICT', field: 'version' };
  const more = { id, version, reason: 'CORRECTION' };
  for (const wanted of [{ delta: 0, lowStockThreshold: 2 }, { count: 4 }, { count: 4, lowStockThreshold: 2 }])
    await expect(adjustStock(await owner(), { ...more, ...wanted })).rejects.toMatchObject(refused);
  expect(await database.repositories.stock.find(_id)).toMatchObject({ onHand: 4, lowStockThreshold: 10 });
  // Repeated after its answer was lost.
  await adjustStock(await owner(), { ...more, delta: 0, lowStockThreshold: 10 });
});

test('a count that stands, sent again with its threshold after its answer was lost, is recognised by its key', async () => {
  const { id, _id } = await newProduct();
  const { version } = await adjustStock(await owner(), { id, count: 4, reason: 'DELIVERY' });
  const wanted = { id, count: 4, version, reason: 'CORRECTION', lowStockThreshold: 10 };
  const send = async () => adjustStock(await asUser(database.repositories, 'ada', { idempotencyKey: 'ada' }), wanted);
  expect(await send()).toMatchObject({ onHand: 4, lowStockThreshold: 10, version: version + 1 });
  expect(await send()).toMatchObject({ onHand: 4, lowStockThreshold: 10, version: version + 1 });
  await expect(adjustStock(await owner(), wanted)).rejects.toMatchObject({ field: 'version' });
  expect(await database.repositories.stock.find(_id)).toMatchObject({ version: version + 1 });
});

test('a threshold, sent again after its answer was lost, does not replace the one of another admin', async () => {
  const { id, _id } = await newProduct();
  await adjustStock(await owner(), { id, count: 4, reason: 'DELIVERY' });
  const send = async (idempotencyKey: string, lowStockThreshold: number) =>
    adjustStock(await asUser(database.repositories, 'ada', { idempotencyKey }), {
      ...{ id, delta: 0, reason: 'CORRECTION', lowStockThreshold },
    });
  await send('first', 10);
  const { version } = await send('second', 20);
  expect(await send('first', 10)).toMatchObject({ lowStockThreshold: 20, version });
  for (let other = 0; other < 20; other += 1) await send(`other ${other}`, other);
  const kept = (await database.repositories.stock.find(_id))?.thresholdRequests;
  expect(kept).toHaveLength(8);
});

test('a threshold alone does not begin to count a product', async () => {
  const { id, _id, slug } = await newProduct();
  const threshold = adjustStock(await owner(), { id, delta: 0, reason: 'CORRECTION', lowStockThreshold: 3 });
  const message = 'It is not counted yet: give a count.';
  await expect(threshold).rejects.toMatchObject({ code: 'CONFLICT', field: 'delta', message });
  expect(await database.repositories.stock.find(_id)).toBeNull();
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
});

test('C04 version 0 begins to count a product, and is refused once it is counted', async () => {
  const { id, _id } = await newProduct();
  const begin = { id, version: 0, reason: 'CORRECTION' };
  const refused = { code: 'CONFLICT', field: 'version' };
  await expect(adjustStock(await owner(), { ...begin, version: 1, count: 40 })).rejects.toMatchObject(refused);
  expect(await adjustStock(await owner(), { ...begin, count: 40 })).toMatchObject({ onHand: 40, version: 1 });
  for (const wanted of [{ count: 20 }, { count: 40 }, { delta: 2 }])
    await expect(adjustStock(await owner(), { ...begin, ...wanted })).rejects.toMatchObject(refused);
  expect(await database.repositories.stock.find(_id)).toMatchObject({ onHand: 40, version: 1 });
});

test('a threshold that another admin sets between reading and writing is kept', async () => {
  const { id, _id } = await newProduct();
  const { version } = await adjustStock(await owner(), { id, count: 4, reason: 'DELIVERY' });
  const ada = await owner();
  const { stock } = database.repositories;
  const find: typeof stock.find = async (each) => {
    const found = await stock.find(each);
    if (found?.lowStockThreshold === 5)
      await adjustStock(ada, { id, delta: 0, version, reason: 'CORRECTION', lowStockThreshold: 10 });
    return found;
  };
  const late = { ...ada, repositories: { ...database.repositories, stock: { ...stock, find } } };
  const wanted = { id, delta: 0, version, reason: 'CORRECTION', lowStockThreshold: 2 };
  await expect(adjustStock(late, wanted)).rejects.toMatchObject({ field: 'version' });
  expect(await stock.find(_id)).toMatchObject({ lowStockThreshold: 10 });
});

test('refuses to adjust the stock of other owners', async () => {
  const { id } = await newProduct();
  const other = await asUser(database.repositories, 'bob');
  await expect(adjustStock(other, { id, count: 3, reason: 'DELIVERY' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the inStock switch takes a counted product off sale, and an edit does not mark a sold-out one in stock', async () => {
  const { id, slug, _id } = await newProduct();
  await adjustStock(await owner(), { id, count: 1, reason: 'DELIVERY' });
  const version = async () => (await database.repositories.products.findById(_id))?.version;
  await updateProduct(await owner(), { id, version: await version(), inStock: false });
  expect(await shown(slug)).toEqual({ status: 'OUT_OF_STOCK', left: null });
  await updateProduct(await owner(), { id, version: await version(), inStock: true });
  expect(await shown(slug)).toEqual({ status: 'LOW_STOCK', left: 1 });
  await adjustStock(await owner(), { id, count: 0, reason: 'CORRECTION' });
  await updateProduct(await owner(), { id, version: await version(), name: 'Another name' });
  expect((await database.repositories.products.findById(_id))?.inStock).toBe(false);
});
