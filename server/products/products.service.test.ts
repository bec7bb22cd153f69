import { asAdmin, asAnonymous, asUser, testTime } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { listProducts } from './listProducts';
import { createProduct, findProduct } from './products.service';
import { updateProduct } from './updateProduct';

const database = useTestDatabase();

const lamp = { name: 'Blue Lamp', price: 24.5 };

async function names(search: string): Promise<string[]> {
  const listing = await listProducts(asAnonymous(database.repositories), {
    filter: { search },
    sort: 'NEWEST',
    first: 24,
  });
  return (await listing.page()).rows.map(({ name }) => name);
}

test('M44 a created product has every field of the specification, stamped by the server', async () => {
  const ada = await asUser(database.repositories, 'ada');
  const product = await createProduct(ada, {
    ...lamp,
    price: 80,
    discount: 20,
    photos: ['/pictures/lamp.avif', 'https://example.com/a b.jpg'.replace(' ', '%20'), ' '],
    categories: ['Home & Garden', 'Lamps', ''],
  });
  expect(product).toMatchObject({
    name: 'Blue Lamp',
    slug: 'blue-lamp',
    photos: ['/pictures/lamp.avif', 'https://example.com/a%20b.jpg'],
    priceCents: 8000,
    originalPriceCents: 10000,
    discount: 20,
    inStock: true,
    status: 'active',
    categories: ['Home & Garden', 'Lamps'],
    rating: null,
    reviewCount: 0,
    ownerUid: 'ada',
    createdAt: testTime,
  });
  expect(await findProduct(asAnonymous(database.repositories), { slug: 'blue-lamp' })).toEqual(product);
  expect(await names('lam')).toEqual(['Blue Lamp']);
  expect(await names('BLUE LAMP')).toEqual(['Blue Lamp']);
  expect(await names('lamps')).toEqual([]);
});

test('appends a number to a derived slug that is taken and refuses a taken explicit slug on its field', async () => {
  const ada = await asUser(database.repositories, 'ada');
  const slugs = [];
  for (let i = 0; i < 3; i += 1) slugs.push((await createProduct(ada, { ...lamp, slug: '  ' })).slug);
  expect(slugs).toEqual(['blue-lamp', 'blue-lamp-2', 'blue-lamp-3']);
  await expect(createProduct(ada, { ...lamp, slug: 'blue-lamp-2' })).rejects.toMatchObject({
    message: 'This slug is taken.',
    status: 409,
    field: 'slug',
  });
});

test('refuses the slug of a hidden product with the same error as that of a visible one', async () => {
  const [ada, bob] = [await asUser(database.repositories, 'ada'), await asUser(database.repositories, 'bob')];
  await createProduct(ada, { ...lamp, slug: 'seen' });
  await createProduct(ada, { ...lamp, slug: 'hidden' }, { status: 'inactive' });
  const own = await createProduct(bob, { ...lamp, slug: 'own' });
  const tries = {
    create: (slug: string) => createProduct(bob, { ...lamp, slug }),
    rename: (slug: string) => updateProduct(bob, { id: own._id.toHexString(), version: own.version, slug }),
  };
  for (const attempt of Object.values(tries)) {
    const [taken, hidden] = await Promise.all(
      ['seen', 'hidden'].map((slug) =>
        attempt(slug).then(
          () => null,
          (error: Error) => ({ ...error, name: error.name, message: error.message }),
        ),
      ),
    );
    expect(taken).toMatchObject({ message: 'This slug is taken.', field: 'slug' });
    expect(hidden).toEqual(taken);
  }
});

test.each([
  [{ price: 24.5 }, 'name', 'Name is required'],
  [{ ...lamp, name: '   ' }, 'name', 'Name is required'],
  [{ ...lamp, name: '\u200b\u202e' }, 'name', 'Name is required'],
  [{ ...lamp, name: 'x'.repeat(201) }, 'name', 'Name must be at most 200 characters'],
  [{ ...lamp, name: 'a\r\nb' }, 'name', 'Name holds characters that cannot be used'],
  [{ ...lamp, name: 'a\ud800' }, 'name', 'Name holds characters that cannot be used'],
  [{ name: 'Lamp' }, 'price', 'Price is required'],
  [{ ...lamp, price: 0 }, 'price', 'Price must be at least 0.01'],
  [{ ...lamp, price: -1 }, 'price', 'Price must be at least 0.01'],
  [{ ...lamp, price: 1e15 }, 'price', 'Price must be at most 1000000'],
  [{ ...lamp, price: 0.015 }, 'price', 'Price must have at most two decimals'],
  [{ ...lamp, price: Infinity }, 'price', 'Price must be a number'],
  [{ ...lamp, price: NaN }, 'price', 'Price must be a number'],
  [{ ...lamp, price: '12' }, 'price', 'Price must be a number'],
  [{ ...lamp, discount: -1 }, 'discount', 'Discount must be at least 0'],
  [{ ...lamp, discount: 100 }, 'discount', 'Discount must be below 100'],
  [{ ...lamp, slug: 'Blue Lamp' }, 'slug', 'Slug may hold lower-case letters, digits and single hyphens only'],
  [{ ...lamp, description: 'x'.repeat(10_001) }, 'description', 'Description must be at most 10000 characters'],
  [{ ...lamp, photos: Array(11).fill('/a.png') }, 'photos', 'Photos may hold at most 10 addresses'],
  [{ ...lamp, rating: 5 }, 'rating', 'Rating is not a known field'],
])('createProduct refuses wrong input %# on its field', async (input, field, message) => {
  const ada = await asUser(database.repositories, 'ada');
  await expect(createProduct(ada, input)).rejects.toMatchObject({ message, field, status: 400 });
  expect(await database.repositories.products.countAll()).toBe(0);
});

test('an inactive product is seen by its owner and by admins only', async () => {
  const { repositories } = database;
  const ada = await asUser(repositories, 'ada');
  await createProduct(ada, { ...lamp, slug: 'hidden' }, { status: 'inactive' });
  expect(await findProduct(asAnonymous(repositories), { slug: 'hidden' })).toBeNull();
  expect(await findProduct(await asUser(repositories, 'bob'), { slug: 'hidden' })).toBeNull();
  expect(await findProduct(ada, { slug: 'hidden' })).toMatchObject({ status: 'inactive' });
  expect(await findProduct(await asAdmin(repositories, 'root'), { slug: 'hidden' })).toMatchObject({
    status: 'inactive',
  });
  expect(await names('lamp')).toEqual([]);
});

test('the same request under one Idempotency-Key makes one product', async () => {
  const { repositories } = database;
  const first = await createProduct(await asUser(repositories, 'ada', { idempotencyKey: 'ada:1' }), lamp);
  const again = await createProduct(await asUser(repositories, 'ada', { idempotencyKey: 'ada:1' }), lamp);
  expect(again).toEqual(first);
  expect(await repositories.products.countAll()).toBe(1);
});

test('anonymous callers cannot create', async () => {
  await expect(createProduct(asAnonymous(database.repositories), lamp)).rejects.toMatchObject({ status: 401 });
});

test('finds a product by its id or its slug, and refuses both or neither', async () => {
  const { repositories } = database;
  const ada = await asUser(repositories, 'ada');
  const { _id, slug } = await createProduct(ada, lamp);
  const id = _id.toHexString();
  expect((await findProduct(ada, { id }))?.slug).toBe(slug);
  await repositories.products.deactivateByOwner('ada');
  expect(await findProduct(asAnonymous(repositories), { id })).toBeNull();
  expect(await findProduct(ada, { id: 'none' })).toBeNull();
  for (const asked of [{}, { slug, id }, { slug: null, id: null }])
    await expect(findProduct(ada, asked)).rejects.toMatchObject({ status: 400, field: 'slug' });
});
