import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const query = `query P($sort: ProductSort!, $search: String) { products(sort: $sort, filter: { search: $search }) {
  nodes { id name slug photos price originalPrice discount inStock status categories description rating reviewCount createdAt } } }`;

let server: TestServer;
let owner: Principal;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp(server, 'owner');
  admin = await signUp(server, 'admin');
  for (const name of ['Good', 'Bare', 'Odd', 'Priceless', 'Nameless', 'Dated']) {
    const body = {
      name: `${name} Lamp`,
      slug: name.toLowerCase(),
      price: 5,
      discount: 10,
      photos: ['/a.png'],
      categories: ['Light'],
    };
    await server.call('POST', '/api/product', { token: owner.token, body });
    await server.call('POST', '/api/store', { token: owner.token, body: { slug: body.slug } });
  }
  const optional = {
    photos: 1,
    description: 1,
    categories: 1,
    discount: 1,
    rating: 1,
    reviewCount: 1,
    originalPriceCents: 1,
    inStock: 1,
  } as const;
  const breakOne = async (slug: string, change: object) => {
    for (const collection of ['products', 'storeEntries'])
      await server.db.collection(collection).updateOne({ slug }, change);
  };
  await breakOne('bare', { $unset: optional });
  await breakOne('odd', {
    $set: {
      extra: { $a: 1 },
      photos: 'one.png',
      description: 7,
      rating: 'high',
      reviewCount: 1.5,
      discount: NaN,
      categories: [3],
    },
  });
  await breakOne('priceless', { $set: { priceCents: 'much' } });
  await breakOne('nameless', { $unset: { name: 1 } });
  await breakOne('dated', { $set: { createdAt: '2026-01-02T03:04:05.000Z' } });
});
afterAll(() => server.stop());

const slugsOf = (list: unknown) => (list as { slug: string }[]).map(({ slug }) => slug).sort();

describe('B41: malformed records of other programs', () => {
  test.each(['NEWEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC', 'RATING'])(
    'sorted by %s, the list omits records without a price or name and fills in defaults',
    async (sort) => {
      const { status, json } = await server.graphql(query, { sort });
      const { nodes } = (json as { data: { products: { nodes: Record<string, unknown>[] } } }).data.products;
      expect([status, slugsOf(nodes)]).toEqual([200, ['bare', 'dated', 'good', 'odd']]);
      expect(nodes.find(({ slug }) => slug === 'bare')).toMatchObject({
        price: 5,
        photos: [],
        categories: [],
        description: '',
        discount: 0,
        originalPrice: null,
        rating: null,
        reviewCount: null,
        inStock: false,
      });
      expect(nodes.find(({ slug }) => slug === 'odd')).toMatchObject({
        photos: ['one.png'],
        description: '',
        rating: null,
        reviewCount: null,
        discount: 0,
        categories: [],
      });
      expect(nodes.find(({ slug }) => slug === 'dated')).toMatchObject({ createdAt: '2026-01-02T03:04:05.000Z' });
    },
  );

  test('search, category and REST lists omit invalid records', async () => {
    const found = (await server.graphql(query, { sort: 'NEWEST', search: 'lamp' })).json as {
      data: { products: { nodes: unknown } };
    };
    expect(slugsOf(found.data.products.nodes)).toEqual(['bare', 'dated', 'good', 'odd']);
    expect(slugsOf((await server.call('GET', '/api/product')).json)).toEqual(['bare', 'dated', 'good', 'odd']);
    const category = '{ products(filter: { category: "Light" }) { nodes { slug } } }';
    const inCategory = (await server.graphql(category)).json as { data: { products: { nodes: unknown } } };
    expect(slugsOf(inCategory.data.products.nodes)).toEqual(['dated', 'good']);
  });

  test('a record without a price or name has no page and cannot be bought', async () => {
    expect((await server.graphql('{ product(slug: "priceless") { id } }')).json).toEqual({ data: { product: null } });
    expect((await server.call('GET', '/products/nameless')).status).toBe(404);
    expect((await server.call('POST', '/api/store', { token: admin.token, body: { slug: 'priceless' } })).status).toBe(
      404,
    );
  });

  test('owners and admins can list and delete invalid records', async () => {
    for (const [path, { token }] of [
      [`/api/store/${owner.email}`, owner],
      ['/api/store', admin],
      [`/api/store?email=${owner.email}`, owner],
    ] as const) {
      const { status, json } = await server.call('GET', path, { token });
      expect([path, status]).toEqual([path, 200]);
      expect(json).toContainEqual(expect.objectContaining({ slug: 'priceless', price: 0 }));
      expect(json).toContainEqual(expect.objectContaining({ slug: 'nameless', name: '' }));
    }
    const remaining = await server.db.collection('products').countDocuments();
    for (const [slug, { token }] of [
      ['nameless', admin],
      ['priceless', owner],
    ] as const) {
      const broken = await server.db.collection('products').findOne({ slug });
      expect((await server.call('DELETE', `/api/store/${String(broken?._id)}`, { token })).status).toBe(200);
    }
    expect(await server.db.collection('products').countDocuments()).toBe(remaining - 2);
    expect((await server.call('GET', '/api/store', { token: admin.token })).status).toBe(200);
  });
});
