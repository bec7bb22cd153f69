import { ObjectId } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { UnavailableError } from '../errors';
import { asAdmin, asAnonymous, asUser } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';
import { createProduct, findProduct } from './products.service';
import type { ProductDocument } from './products.repository';
import { updateProduct } from './updateProduct';

const database = useTestDatabase();

const repositories = () => database.repositories;
const lamp = { name: 'Blue Lamp', price: 80, discount: 20, description: 'Blue.', categories: ['Lamps'] };
const seen = ({ _id, version }: ProductDocument) => ({ id: _id.toHexString(), version });

async function found(search: string): Promise<string[]> {
  const { rows } = await productPage(repositories(), { filter: { search }, sort: 'NEWEST', first: 24 });
  return rows.map(({ name }) => name);
}

test('leaves omitted fields unchanged and derives the original price (decision 15)', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  expect(product).toMatchObject({ priceCents: 8000, originalPriceCents: 10000, version: 1 });
  const cheaper = await updateProduct(ada, { ...seen(product), price: 40 });
  expect(cheaper).toEqual({
    ...product,
    priceCents: 4000,
    originalPriceCents: 5000,
    version: 2,
    editId: expect.any(ObjectId) as ObjectId,
    updatedAt: expect.any(Date) as Date,
  });
  const plain = await updateProduct(ada, { ...seen(cheaper), discount: 0, name: null });
  expect(plain).toMatchObject({
    name: 'Blue Lamp',
    priceCents: 4000,
    originalPriceCents: null,
    discount: 0,
    version: 3,
  });
  expect(await findProduct(ada, { slug: 'blue-lamp' })).toEqual(plain);
});

test('updates every field of the form, and search finds only the new name', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const changed = await updateProduct(ada, {
    ...seen(product),
    name: '  Red Torch ',
    slug: 'torch',
    description: 'Red.',
    price: 9.5,
    discount: 5,
    photos: ['/a.png', ' '],
    categories: ['Light', 'Light'],
    inStock: false,
    status: 'ACTIVE',
  });
  expect(changed).toMatchObject({
    _id: product._id,
    name: 'Red Torch',
    nameLower: 'red torch',
    slug: 'torch',
    description: 'Red.',
    priceCents: 950,
    originalPriceCents: 1000,
    discount: 5,
    photos: ['/a.png'],
    categories: ['Light'],
    inStock: false,
    status: 'active',
    ownerUid: 'ada',
    createdAt: product.createdAt,
    version: 2,
  });
  expect(await found('torch')).toEqual(['Red Torch']);
  expect(await found('lamp')).toEqual([]);
  expect(await repositories().jobs.find(10)).toEqual([]);
  await updateProduct(ada, { ...seen(changed), status: 'INACTIVE' });
  expect(await found('torch')).toEqual([]);
});

test('refuses a stale version on its field and changes nothing', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const changed = await updateProduct(ada, { ...seen(product), price: 41 });
  await expect(updateProduct(ada, { ...seen(product), price: 42 })).rejects.toMatchObject({
    message: 'This product was changed meanwhile. Load it again to see its present state; what you typed is kept.',
    status: 409,
    field: 'version',
  });
  expect(await findProduct(ada, { slug: 'blue-lamp' })).toEqual(changed);
});

test('refuses a taken slug on its field and derives a blank slug from the name', async () => {
  const ada = await asUser(repositories(), 'ada');
  await createProduct(ada, { ...lamp, name: 'Torch' });
  const product = await createProduct(ada, lamp);
  const taken = updateProduct(ada, { ...seen(product), name: 'Other', slug: 'torch' });
  await expect(taken).rejects.toMatchObject({ message: 'This slug is taken.', status: 409, field: 'slug' });
  expect(await found('other')).toEqual([]);
  expect(await repositories().jobs.find(10)).toEqual([]);
  const renamed = await updateProduct(ada, { ...seen(product), name: 'Torch', slug: ' ' });
  expect(renamed.slug).toBe('torch-2');
  const back = await updateProduct(ada, { ...seen(renamed), name: 'Blue Lamp', slug: '' });
  expect((await updateProduct(ada, { ...seen(back), slug: '' })).slug).toBe('blue-lamp');
});

test('hides the product from other users; an admin can update it without becoming its owner', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const missing = { message: 'There is no such product.', status: 404, field: 'id' };
  const bob = await asUser(repositories(), 'bob');
  await expect(updateProduct(bob, { ...seen(product), price: 1 })).rejects.toMatchObject(missing);
  await expect(updateProduct(bob, { id: 'f'.repeat(24), version: 1 })).rejects.toMatchObject(missing);
  await expect(updateProduct(bob, { id: 'x', version: 1 })).rejects.toMatchObject(missing);
  await expect(updateProduct(asAnonymous(repositories()), seen(product))).rejects.toMatchObject({ status: 401 });
  const root = await asAdmin(repositories(), 'root');
  expect(await updateProduct(root, { ...seen(product), price: 7 })).toMatchObject({ priceCents: 700, ownerUid: 'ada' });
});

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ price: 0 }, 'price', 'Price must be at least 0.01'],
  [{ discount: 100 }, 'discount', 'Discount must be below 100'],
  [{ slug: 'Blue Lamp' }, 'slug', 'Slug may hold lower-case letters, digits and single hyphens only'],
  [{ photos: Array(11).fill('/a.png') }, 'photos', 'Photos may hold at most 10 addresses'],
  [{ status: 'gone' }, 'status', 'Status must be ACTIVE or INACTIVE'],
  [{ version: 1.5 }, 'version', 'Version must be a whole number'],
  [{ ownerUid: 'bob' }, 'ownerUid', 'ownerUid is not a known field'],
])('updateProduct refuses wrong input %# on its field', async (input, field, message) => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const attempt = updateProduct(ada, { ...seen(product), ...input });
  await expect(attempt).rejects.toMatchObject({ message, field, status: 400 });
  expect(await findProduct(ada, { slug: 'blue-lamp' })).toEqual(product);
});

test('updates a record that another program stored without a version', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  await database.db.collection('products').updateOne({ _id: product._id }, { $unset: { version: '' } });
  const changed = await updateProduct(ada, { ...seen(product), version: 0, price: 5 });
  expect(changed).toMatchObject({ priceCents: 500, version: 1 });
});

test('B29: applies a repeated request with the same Idempotency-Key once, even if the first answer was lost', async () => {
  const { products } = repositories();
  const keyed = () => asUser(repositories(), 'ada', { idempotencyKey: 'ada:1' });
  const product = await createProduct(await asUser(repositories(), 'ada'), lamp);
  const input = { ...seen(product), name: 'Torch' };
  const update: typeof products.update = async (...change) => {
    await products.update(...change);
    throw new UnavailableError();
  };
  const losing = { ...(await keyed()), repositories: { ...repositories(), products: { ...products, update } } };
  await expect(updateProduct(losing, input)).rejects.toMatchObject({ status: 503 });
  const first = await updateProduct(await keyed(), input);
  const again = await updateProduct(await keyed(), input);
  expect(again).toEqual(first);
  expect(again.version).toBe(2);
  expect(await found('torch')).toEqual(['Torch']);
});

test('E11: refuses the second of two concurrent updates of the same version', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const rival = () => updateProduct(ada, { ...seen(product), name: 'Rival' });
  const window = { collection: 'products', write: 'findOneAndUpdate' } as const;
  const late = { ...ada, repositories: createRepositories(runBefore(database.db, window, rival)) };
  await expect(updateProduct(late, { ...seen(product), name: 'Mine' })).rejects.toMatchObject({
    status: 409,
    field: 'version',
  });
  expect(await found('rival')).toEqual(['Rival']);
  expect(await found('mine')).toEqual([]);
});

test('E11 B36: leaves no active product when its owner is deleted during the update', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp, { status: 'inactive' });
  const window = { collection: 'products', write: 'findOneAndUpdate' } as const;
  const late = {
    ...ada,
    repositories: createRepositories(
      runBefore(database.db, window, () => deleteUser(root, { email: 'ada@kiosk.test' })),
    ),
  };
  await expect(updateProduct(late, { ...seen(product), status: 'ACTIVE' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().products.findById(product._id)).toMatchObject({ status: 'inactive' });
});

test('keeps the products of a deleted account inactive, even for an admin (decision 13)', async () => {
  const root = await asAdmin(repositories(), 'root');
  const product = await createProduct(await asUser(repositories(), 'ada'), lamp);
  await deleteUser(root, { email: 'ada@kiosk.test' });
  const now = (await repositories().products.findById(product._id)) ?? product;
  await expect(updateProduct(root, { ...seen(now), status: 'ACTIVE' })).rejects.toMatchObject({
    status: 409,
    field: 'status',
  });
  expect(await updateProduct(root, { ...seen(now), price: 5 })).toMatchObject({ priceCents: 500, status: 'inactive' });
});
