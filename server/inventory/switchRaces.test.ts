import { createRepositories, type Repositories } from '../collections/repositories';
import { UnavailableError } from '../errors';
import type { ProductDocument } from '../products/products.repository';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { settleStock } from '../stock/settleStock';
import { asUser, asViewer, viewerNamed } from '../testing/contexts';
import { runBefore } from '../testing/runBefore';
import { sellPieces } from '../testing/sellPieces';
import { useTestDatabase } from '../testing/useTestDatabase';
import { adjustStock, readAvailability } from './inventory.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
const ada = () => asUser(repositories(), 'ada');
const hex = ({ _id }: ProductDocument) => _id.toHexString();
const levelOf = ({ _id }: ProductDocument) => repositories().stock.find(_id);
const deliver = async (product: ProductDocument, count: number) =>
  adjustStock(await ada(), { id: hex(product), count, reason: 'DELIVERY' });
const edit = async (product: ProductDocument, changes: object) =>
  updateProduct(await ada(), { id: hex(product), version: 1, ...changes });
const newProduct = async (fields: object) => createProduct(await ada(), { name: 'Lamp', price: 5, ...fields });

/** What is stored, and whether shoppers can buy it. */
async function stateOf({ _id, slug }: ProductDocument) {
  const product = await repositories().products.findById(_id);
  const { status } = await readAvailability(await ada(), { slug });
  return { inStock: product?.inStock, purchasable: product?.purchasable, isForSale: status !== 'OUT_OF_STOCK' };
}

/** Ada, overtaken by the rival before the given write. */
const overtaken = async (window: Parameters<typeof runBefore>[1], rival: () => Promise<unknown>) => ({
  ...(await ada()),
  repositories: createRepositories(runBefore(database.db, window, rival)),
});

const beforeEdit = { collection: 'products', write: 'findOneAndUpdate' } as const;
/** Of the writes that follow from the stock. */
const beforeCountedWrite = (nth: number) =>
  ({ collection: 'products', write: 'updateOne', when: (call: number) => call === nth }) as const;

test('a product that is switched off while its count begins is off sale', async () => {
  const lamp = await newProduct({});
  const late = await overtaken(beforeEdit, () => deliver(lamp, 5));
  const edited = await updateProduct(late, { id: hex(lamp), version: 1, inStock: false });
  expect(edited).toMatchObject({ inStock: false, purchasable: false, version: 2 });
  expect(await stateOf(lamp)).toEqual({ inStock: false, purchasable: false, isForSale: false });
});

test('a sold-out product that is edited while its count ends is for sale', async () => {
  const lamp = await newProduct({ stock: 0 });
  const late = await overtaken(beforeEdit, () => edit(lamp, { isCounted: false }));
  const edited = await updateProduct(late, { id: hex(lamp), version: 1, price: 6, inStock: true });
  expect(edited).toMatchObject({ inStock: true, priceCents: 600, version: 2 });
  expect(await levelOf(lamp)).toBeNull();
  expect(await stateOf(lamp)).toEqual({ inStock: true, purchasable: undefined, isForSale: true });
});

test('an edit of the switch that meets another edit and a count is refused', async () => {
  const lamp = await newProduct({});
  const late = await overtaken(beforeEdit, async () => {
    await edit(lamp, { name: 'Torch' });
    await deliver(lamp, 5);
  });
  const refused = updateProduct(late, { id: hex(lamp), version: 1, inStock: false });
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', field: 'version' });
  expect(await stateOf(lamp)).toEqual({ inStock: true, purchasable: true, isForSale: true });
});

test('a product that sells out while it is switched on is listed as out of stock', async () => {
  const lamp = await newProduct({ stock: 1, inStock: false });
  const late = await overtaken(beforeEdit, async () => {
    await sellPieces(repositories(), lamp._id, 1);
    const level = await levelOf(lamp);
    if (level) await settleStock(repositories(), level);
  });
  const edited = await updateProduct(late, { id: hex(lamp), version: 1, inStock: true });
  expect(edited).toMatchObject({ inStock: false, purchasable: true });
  expect(await stateOf(lamp)).toEqual({ inStock: false, purchasable: true, isForSale: false });
});

test('a product that is delivered while it is switched on is listed as in stock', async () => {
  const lamp = await newProduct({ stock: 0, inStock: false });
  const late = await overtaken(beforeEdit, () => deliver(lamp, 2));
  const edited = await updateProduct(late, { id: hex(lamp), version: 1, inStock: true });
  expect(edited).toMatchObject({ inStock: true, purchasable: true });
  expect(await stateOf(lamp)).toEqual({ inStock: true, purchasable: true, isForSale: true });
});

test.each([
  ['off sale', { inStock: false }, 5, { inStock: false, purchasable: false, isForSale: false }],
  ['on sale', {}, 5, { inStock: true, purchasable: true, isForSale: true }],
  ['on sale and sold out', {}, 0, { inStock: false, purchasable: true, isForSale: false }],
])('a product %s stays so when a count begins while one ends', async (_what, fields, count, state) => {
  const lamp = await newProduct({ stock: 3, ...fields });
  const late = await overtaken(beforeCountedWrite(1), () => deliver(lamp, count));
  await updateProduct(late, { id: hex(lamp), version: 1, isCounted: false });
  expect(await levelOf(lamp)).toMatchObject({ onHand: count });
  expect(await stateOf(lamp)).toEqual(state);
});

test('a product off sale stays so when the end of a count overtakes the beginning of another one', async () => {
  const lamp = await newProduct({ stock: 0, inStock: false });
  // As far as a crash left the end of the first count.
  expect(await repositories().stock.deleteEmpty(lamp._id)).toBe(true);
  const late = await overtaken({ collection: 'stock', write: 'insertOne' }, () => edit(lamp, { isCounted: false }));
  await adjustStock(late, { id: hex(lamp), count: 5, reason: 'DELIVERY' });
  expect(await stateOf(lamp)).toEqual({ inStock: false, purchasable: false, isForSale: false });
});

test('a product off sale stays so when a count ends and another one begins while it is settled', async () => {
  const lamp = await newProduct({ stock: 0, inStock: false });
  const level = await levelOf(lamp);
  if (!level) throw new Error('It is not counted');
  await edit(lamp, { isCounted: false });
  const late = await overtaken(beforeCountedWrite(2), () => deliver(lamp, 5));
  await settleStock(late.repositories, { ...level, isFlagDue: true });
  expect(await stateOf(lamp)).toEqual({ inStock: false, purchasable: false, isForSale: false });
});

test('a product that a crash at the end of its count left out of stock is for sale once its switch is turned', async () => {
  const lamp = await newProduct({ stock: 0 });
  const late = await overtaken(beforeCountedWrite(1), () => Promise.reject(new UnavailableError()));
  await expect(updateProduct(late, { id: hex(lamp), version: 1, isCounted: false })).rejects.toThrow();
  expect(await stateOf(lamp)).toEqual({ inStock: false, purchasable: true, isForSale: false });
  await edit(lamp, { inStock: false });
  await edit(lamp, { version: 2, inStock: true });
  expect(await stateOf(lamp)).toMatchObject({ inStock: true, isForSale: true });
});

test.each([
  ['the switch', {}],
  ['switch and count', { stock: 2 }],
])('an edit of %s that a crash cut off is completed by its retry', async (_what, count) => {
  const lamp = await newProduct({ stock: 0, inStock: false });
  const { products } = repositories();
  const update: typeof products.update = async (...edited) => {
    await deliver(lamp, 2);
    await products.update(...edited);
    throw new UnavailableError();
  };
  const input = { id: hex(lamp), version: 1, inStock: true, ...count };
  const send = (given: Repositories) =>
    updateProduct(asViewer(given, viewerNamed('ada'), { idempotencyKey: 'ada\nswitch' }), input);
  await expect(send({ ...repositories(), products: { ...products, update } })).rejects.toThrow();
  expect(await send(repositories())).toMatchObject({ inStock: true, purchasable: true, version: 2 });
  expect(await stateOf(lamp)).toEqual({ inStock: true, purchasable: true, isForSale: true });
});
