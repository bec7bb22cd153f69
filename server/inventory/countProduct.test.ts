import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { productFields } from '../products/productFields';
import { createProduct } from '../products/products.service';
import type { ProductDocument } from '../products/products.repository';
import { updateProduct } from '../products/updateProduct';
import { settleStock } from '../stock/settleStock';
import { asAdmin, asUser } from '../testing/contexts';
import { sellPieces } from '../testing/sellPieces';
import { useTestDatabase } from '../testing/useTestDatabase';
import { adjustStock, movementsOf, readAvailability } from './inventory.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
const hex = ({ _id }: ProductDocument) => _id.toHexString();
const levelOf = ({ _id }: ProductDocument) => repositories().stock.find(_id);
const present = async ({ _id }: ProductDocument) => {
  const product = await repositories().products.findById(_id);
  if (!product) throw new Error('The product is gone');
  return product;
};

async function newCounted(stock: number, fields: object = {}) {
  const ada = await asUser(repositories(), 'ada');
  return { ada, product: await createProduct(ada, { name: 'Lamp', price: 5, stock, ...fields }) };
}

const sell = (product: ProductDocument, quantity: number) => sellPieces(repositories(), product._id, quantity);

test('C01 a new product with a count has a stock level and sells out; one without a count has none', async () => {
  const { ada, product } = await newCounted(3);
  expect(product).toMatchObject({ inStock: true, purchasable: true });
  const level = await levelOf(product);
  expect(level).toMatchObject({ onHand: 3, available: 3, lowStockThreshold: 5 });
  expect(level && (await movementsOf(ada, level))).toMatchObject([{ delta: 3, reason: 'CORRECTION', byUid: 'ada' }]);
  const none = await createProduct(ada, { name: 'Mug', price: 5, stock: 0 });
  expect(none.inStock).toBe(false);
  const uncounted = await createProduct(ada, { name: 'Rug', price: 5, stock: null });
  expect(await levelOf(uncounted)).toBeNull();
  expect(uncounted).not.toHaveProperty('purchasable');
  await sell(product, 3);
  expect(await levelOf(product)).toMatchObject({ onHand: 0, available: 0 });
  expect(await readAvailability(ada, { slug: product.slug })).toMatchObject({ status: 'OUT_OF_STOCK' });
  expect(await readAvailability(ada, { slug: uncounted.slug })).toEqual({ status: 'IN_STOCK', left: null });
});

test('C01 a product created with a count is not for sale until its stock level is stored', async () => {
  const { stock, ...others } = repositories();
  const dead = { ...stock, create: () => Promise.reject(new UnavailableError()) };
  const ada = await asUser(repositories(), 'ada', { idempotencyKey: 'ada lamp' });
  const input = { name: 'Lamp', price: 5, stock: 2 };
  await expect(createProduct({ ...ada, repositories: { ...others, stock: dead } }, input)).rejects.toThrow();
  expect((await repositories().products.findBySlugs(['lamp']))[0]).toMatchObject({ inStock: false });
  const again = await createProduct(await asUser(repositories(), 'ada', { idempotencyKey: 'ada lamp' }), input);
  expect(again.inStock).toBe(true);
  expect(await levelOf(again)).toMatchObject({ onHand: 2 });
});

test('C01 with inStock switched off, a counted product stays off sale whatever its count', async () => {
  const { ada, product } = await newCounted(3, { inStock: false });
  expect(product).toMatchObject({ inStock: false, purchasable: false });
  await adjustStock(ada, { id: hex(product), delta: 2, reason: 'DELIVERY' });
  expect((await present(product)).inStock).toBe(false);
  const mug = await createProduct(ada, { name: 'Mug', price: 5, inStock: false });
  await updateProduct(ada, { id: hex(mug), version: 1, stock: 4 });
  expect(await present(mug)).toMatchObject({ inStock: false, purchasable: false });
  const cup = await createProduct(ada, { name: 'Cup', price: 5, inStock: false });
  await adjustStock(ada, { id: hex(cup), count: 5, reason: 'DELIVERY' });
  expect(await present(cup)).toMatchObject({ inStock: false, purchasable: false });
});

test('C01 a product that is counted while it is on sale stays on sale when it sells out', async () => {
  const ada = await asUser(repositories(), 'ada');
  const rug = await createProduct(ada, { name: 'Rug', price: 5 });
  await updateProduct(ada, { id: hex(rug), version: 1, stock: 1 });
  const soldOut = await updateProduct(ada, { id: hex(rug), version: 1, stock: 0, seenStock: 1 });
  expect([soldOut.inStock, productFields.purchasable.resolve(soldOut)]).toEqual([false, true]);
  await adjustStock(ada, { id: hex(rug), delta: 2, reason: 'DELIVERY' });
  expect(await present(rug)).toMatchObject({ inStock: true });
});

test('an on-sale product keeps its switch however its count begins, and inStock beside the switch is ignored', async () => {
  const ada = await asUser(repositories(), 'ada');
  const [rug, lamp] = [
    await createProduct(ada, { name: 'Rug', price: 5 }),
    await createProduct(ada, { name: 'Lamp', price: 5 }),
  ];
  await updateProduct(ada, { id: hex(rug), version: 1, stock: 1 });
  await adjustStock(ada, { id: hex(lamp), count: 1, reason: 'DELIVERY' });
  for (const product of [rug, lamp]) {
    expect(await present(product)).toMatchObject({ inStock: true, purchasable: true });
    const edit = { id: hex(product), version: 1, purchasable: true, inStock: false };
    expect(await updateProduct(ada, edit)).toMatchObject({ inStock: true, purchasable: true });
  }
});

test('a product whose count ends while its stock is being settled is for sale', async () => {
  const { ada, product } = await newCounted(1);
  await updateProduct(ada, { id: hex(product), version: 1, stock: 0, seenStock: 1 });
  const level = await levelOf(product);
  if (!level) throw new Error('It is not counted');
  await updateProduct(ada, { id: hex(product), version: 1, isCounted: false });
  await settleStock(repositories(), { ...level, isFlagDue: true });
  const after = await present(product);
  expect(after.inStock).toBe(true);
  expect(after).not.toHaveProperty('purchasable');
});

test('C01 an edit sets the count, with or without other fields, and isCounted: false ends it', async () => {
  const { ada, product } = await newCounted(3);
  const id = hex(product);
  const edited = await updateProduct(ada, { id, version: 1, stock: 0, seenStock: 3, name: 'Torch' });
  expect(edited).toMatchObject({ name: 'Torch', inStock: false, purchasable: true, version: 2 });
  const only = await updateProduct(ada, { id, version: 2, stock: 8, seenStock: 0 });
  expect(only).toMatchObject({ inStock: true, version: 2 });
  const ended = await updateProduct(ada, { id, version: 2, isCounted: false });
  expect(await levelOf(product)).toBeNull();
  expect(ended.inStock).toBe(true);
  expect(ended).not.toHaveProperty('purchasable');
  // A later count starts without earlier movements.
  await updateProduct(ada, { id, version: 2, stock: 2 });
  const level = await levelOf(product);
  const movements = level ? await movementsOf(ada, level) : [];
  expect(movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(2);
});

test('C01 an edit with an outdated count is refused as a whole and does not overwrite the sale', async () => {
  const { ada, product } = await newCounted(12);
  await sell(product, 2);
  const edit = { id: hex(product), version: 1, stock: 14, seenStock: 12, name: 'Torch' };
  await expect(updateProduct(ada, edit)).rejects.toMatchObject({ code: 'CONFLICT', field: 'stock' });
  expect(await levelOf(product)).toMatchObject({ onHand: 10 });
  expect((await present(product)).name).toBe('Lamp');
  await updateProduct(ada, { ...edit, seenStock: 10 });
  expect(await levelOf(product)).toMatchObject({ onHand: 14 });
});

test.each([
  ['its version is not the one of now', { version: 7, price: 6 }, 'version'],
  ['its slug is taken', { version: 1, slug: 'mug' }, 'slug'],
])('an edit that is refused because %s does not change the count', async (_why, edit, field) => {
  const { ada, product } = await newCounted(9);
  await createProduct(ada, { name: 'Mug', price: 5 });
  const refused = updateProduct(ada, { id: hex(product), stock: 77, ...edit });
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', field });
  expect(await levelOf(product)).toMatchObject({ onHand: 9 });
  expect(await present(product)).toMatchObject({ version: 1, priceCents: 500 });
});

test('of concurrent edits of one version, the accepted one sets the count', async () => {
  const { ada, product } = await newCounted(9);
  const edit = (stock: number) => updateProduct(ada, { id: hex(product), version: 1, price: stock, stock });
  const results = await Promise.allSettled([100, 101, 102, 103, 104, 105].map(edit));
  const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.priceCents / 100] : []));
  expect(taken).toHaveLength(1);
  expect(await levelOf(product)).toMatchObject({ onHand: taken[0] });
});

test('a retry completes an edit whose process died between storing the product and its count', async () => {
  const { product } = await newCounted(9);
  const { stock, ...others } = repositories();
  const dead = { ...stock, adjust: () => Promise.reject(new UnavailableError()) };
  const comesAgain = () => asUser(repositories(), 'ada', { idempotencyKey: 'ada edit' });
  const edit = { id: hex(product), version: 1, name: 'Torch', stock: 12 };
  const ended = updateProduct({ ...(await comesAgain()), repositories: { ...others, stock: dead } }, edit);
  await expect(ended).rejects.toBeInstanceOf(UnavailableError);
  expect(await present(product)).toMatchObject({ name: 'Torch', version: 2 });
  expect(await updateProduct(await comesAgain(), edit)).toMatchObject({ name: 'Torch', version: 2 });
  expect(await levelOf(product)).toMatchObject({ onHand: 12 });
});

test('an edit that changes nothing writes nothing and keeps the version', async () => {
  const { ada, product } = await newCounted(9);
  const before = await database.db.collection('products').findOne({ _id: product._id });
  for (const edit of [{}, { name: 'Lamp', price: 5 }, { stock: 9 }])
    expect(await updateProduct(ada, { id: hex(product), version: 1, ...edit })).toMatchObject({ version: 1 });
  expect(await database.db.collection('products').findOne({ _id: product._id })).toEqual(before);
});

test('held pieces prevent ending the count or lowering it below them', async () => {
  const { ada, product } = await newCounted(3);
  const until = new Date('2096-03-01T12:15:00Z');
  await repositories().stock.hold(product._id, { checkout: 'c', quantity: 2, until });
  const id = hex(product);
  for (const wanted of [{ isCounted: false }, { stock: 1 }])
    await expect(updateProduct(ada, { id, version: 1, ...wanted })).rejects.toMatchObject({ field: 'stock' });
  expect(await levelOf(product)).toMatchObject({ onHand: 3, available: 1 });
});

test('ending a count that meets a delivery is refused and takes no pieces away', async () => {
  const { ada, product } = await newCounted(3);
  const { stock, ...others } = repositories();
  const adjust: typeof stock.adjust = async (...given) => {
    await adjustStock(ada, { id: hex(product), delta: 2, reason: 'DELIVERY' });
    return stock.adjust(...given);
  };
  const late = { ...ada, repositories: { ...others, stock: { ...stock, adjust } } };
  const ended = updateProduct(late, { id: hex(product), version: 1, isCounted: false });
  await expect(ended).rejects.toMatchObject({ code: 'CONFLICT', field: 'version' });
  expect(await levelOf(product)).toMatchObject({ onHand: 5, available: 5 });
});

test('a retry completes the end of a count whose process died before the product was told', async () => {
  const { ada, product } = await newCounted(0);
  const { products, ...others } = repositories();
  const dead = { ...products, forgetCount: () => Promise.reject(new UnavailableError()) };
  const edit = { id: hex(product), version: 1, isCounted: false };
  await expect(updateProduct({ ...ada, repositories: { ...others, products: dead } }, edit)).rejects.toThrow();
  expect(await levelOf(product)).toBeNull();
  const ended = await updateProduct(ada, edit);
  expect(ended.inStock).toBe(true);
  expect(ended).not.toHaveProperty('purchasable');
});

test.each([
  [{ stock: -1 }, 'stock'],
  [{ stock: 1.5 }, 'stock'],
  [{ stock: 1_000_001 }, 'stock'],
  [{ stock: 1, seenStock: -1 }, 'seenStock'],
  [{ stock: 1, isCounted: false }, 'stock'],
  [{ isCounted: true }, 'stock'],
])('an edit with %j is refused on %s', async (wanted, field) => {
  const { ada, product } = await newCounted(3);
  const edit = updateProduct(ada, { id: hex(product), version: 1, ...wanted });
  await expect(edit).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field });
});

test('of two concurrent counts one is refused, and the movements sum to the pieces on hand', async () => {
  const { ada, product } = await newCounted(12);
  const bob = await asAdmin(repositories(), 'bob');
  const edit = (context: Context, stock: number) =>
    updateProduct(context, { id: hex(product), version: 1, stock, seenStock: 12 });
  const results = await Promise.allSettled([edit(ada, 20), edit(bob, 30)]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  const level = await levelOf(product);
  const movements = level ? await movementsOf(ada, level) : [];
  expect(movements.reduce((sum, { delta }) => sum + delta, 0)).toBe(level?.onHand);
});

test('C04 logs stock changes by admins with actor, change and reason, but not those by owners', async () => {
  const { ada, product } = await newCounted(12);
  const root = await asAdmin(repositories(), 'root');
  const id = hex(product);
  await adjustStock(root, { id, delta: 6, reason: 'DELIVERY', lowStockThreshold: 2 });
  await updateProduct(root, { id, version: 1, stock: 4 });
  await adjustStock(ada, { id, delta: 1, reason: 'RETURN' });
  await adjustStock(root, { id, delta: 0, reason: 'DELIVERY', lowStockThreshold: 3 });
  await adjustStock(root, { id, delta: 0, reason: 'DELIVERY', lowStockThreshold: 3 });
  const entries = await database.db.collection('auditEntries').find({}).toArray();
  const all = { kind: 'ADJUST_STOCK', subject: 'Lamp', subjectId: id, actorUid: 'root', outcome: 'DONE' };
  expect(entries).toMatchObject([
    {
      ...all,
      changes: [
        { field: 'stock', before: '12', after: '18' },
        { field: 'lowStockThreshold', before: '5', after: '2' },
        { field: 'reason', before: null, after: 'DELIVERY' },
      ],
    },
    {
      ...all,
      changes: [
        { field: 'stock', before: '18', after: '4' },
        { field: 'reason', before: null, after: 'CORRECTION' },
      ],
    },
    // No pieces came: there is nothing to give a reason for.
    { ...all, changes: [{ field: 'lowStockThreshold', before: '2', after: '3' }] },
  ]);
});

test('C03 changing only the threshold makes no movement', async () => {
  const { ada, product } = await newCounted(4);
  const level = await adjustStock(ada, { id: hex(product), delta: 0, reason: 'CORRECTION', lowStockThreshold: 3 });
  expect(level.lowStockThreshold).toBe(3);
  expect(await movementsOf(ada, level)).toHaveLength(1);
  expect(await readAvailability(ada, { slug: product.slug })).toEqual({ status: 'IN_STOCK', left: null });
});
