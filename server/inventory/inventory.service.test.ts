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

const shown = (slug: string) => readAvailability(asAnonymous(database.repositories), slug);

test('C01 C03 a count says how many are left, at or below the threshold; without one the switch alone decides', async () => {
  const { id, slug } = await newProduct();
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
  const level = await adjustStock(await owner(), { id, count: 6, reason: 'DELIVERY' });
  expect(await shown(slug)).toEqual({ status: 'IN_STOCK', left: null });
  await adjustStock(await owner(), { id, delta: -1, version: level.version, reason: 'CORRECTION' });
  expect(await shown(slug)).toEqual({ status: 'LOW_STOCK', left: 5 });
});

test('C02 the last piece makes the product say so, and a delivery makes it sellable again', async () => {
  const { id, slug, _id } = await newProduct();
  const inStock = async () => (await database.repositories.products.findById(_id))?.inStock;
  await adjustStock(await owner(), { id, count: 0, reason: 'CORRECTION' });
  expect(await inStock()).toBe(false);
  expect(await shown(slug)).toEqual({ status: 'OUT_OF_STOCK', left: null });
  await adjustStock(await owner(), { id, delta: 2, reason: 'DELIVERY' });
  expect(await inStock()).toBe(true);
});

test('C02 whoever settles an older count than another did leaves the product as the newer one says', async () => {
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

test('C04 movements sum to what is on hand, whatever refused adjustments there were', async () => {
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

test('pieces that are held are not taken away', async () => {
  const { id, _id } = await newProduct();
  await adjustStock(await owner(), { id, count: 3, reason: 'DELIVERY' });
  const until = new Date('2096-03-01T12:15:00Z');
  expect(await database.repositories.stock.hold(_id, { checkout: 'c', quantity: 2, until })).toEqual({ kind: 'held' });
  await expect(adjustStock(await owner(), { id, delta: -2, reason: 'CORRECTION' })).rejects.toMatchObject({
    field: 'delta',
  });
  await expect(adjustStock(await owner(), { id, count: 1, reason: 'CORRECTION' })).rejects.toMatchObject({
    field: 'count',
  });
});

test('nobody adjusts what is another’s', async () => {
  const { id } = await newProduct();
  const other = await asUser(database.repositories, 'bob');
  await expect(adjustStock(other, { id, count: 3, reason: 'DELIVERY' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the switch of a counted product takes it from sale whatever the count, and no edit undoes a sale', async () => {
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
