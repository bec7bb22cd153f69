import {
  createPrincipals,
  createTargets,
  must,
  principalNames,
  type Principal,
  type PrincipalName,
  type Targets,
} from '../testing/principals';
import { checkoutOperations, checkoutTarget } from '../testing/checkoutTargets';
import { restBody } from '../testing/restBody';
import { changesBetween, storedDocuments } from '../testing/shopCollections';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';
import { restAnswer, restShape } from './restShape';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let newProduct: Targets['newProduct'];
let newUser: Targets['newUser'];
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  ({ newProduct, newUser } = createTargets(server));
  for (const person of [people.owner, people.other]) {
    const { slug } = await newProduct(person);
    await must(
      server,
      'mutation A($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }',
      { input: { slug } },
      person.token,
    );
  }
});
afterAll(() => server.stop());

interface Target {
  readonly key: string;
  readonly email: string;
  readonly id?: string;
  readonly number?: string;
  readonly body: Record<string, unknown>;
}

/** Backdates removals: the list shows them with a delay, possibly to one of the two surfaces before the other. */
async function settleRemovals(): Promise<void> {
  const $set = { updatedAt: new Date(Date.now() - 30_000) };
  await server.db.collection('removedProducts').updateMany({}, { $set });
  await server.db.collection('products').updateMany({ status: 'inactive' }, { $set });
}

/** One order for both surfaces; neither changes it. */
let placed: Promise<string> | undefined;
const placedNumber = () =>
  (placed ??= checkoutTarget(server, 'order', people.owner.token).then(({ keys }) => keys['number'] ?? ''));

/** A fresh, equal target for each of the two surfaces. */
async function target(endpoint: Endpoint, caller: Principal): Promise<Target> {
  if (checkoutOperations.includes(endpoint.operation)) {
    const { keys, body } = await checkoutTarget(server, endpoint.operation, people.owner.token);
    return { key: '', email: '', ...keys, body };
  }
  if (endpoint.operation === 'shopOrder') return { key: '', email: '', number: await placedNumber(), body: {} };
  if (endpoint.operation === 'removedProducts') await settleRemovals();
  const removing = endpoint.method === 'DELETE' || endpoint.method === 'PATCH';
  const item = endpoint.operation === 'deleteStoreItem' ? (await newProduct(people.owner)).id : people.owner.email;
  const email = removing && endpoint.path.startsWith('/users') ? await newUser() : people.owner.email;
  made += 1;
  await server.db
    .collection<{ _id: string }>('users')
    .updateOne({ _id: caller.uid }, { $set: { name: 'Before', nameLower: 'before', photoURL: '' } });
  const bodies: Record<string, Record<string, unknown>> = {
    createAccessToken: { email: caller.email },
    registerUser: { name: 'Same Name', email: caller.email, photoURL: 'me.png' },
    addToStore: { slug: 'lamp-1' },
    createProduct: {
      name: `Kettle ${made}`,
      price: 49.5,
      discount: 10,
      photos: ['https://pictures.example/a.jpg'],
      categories: ['Home & Garden', 'Kitchen'],
      description: 'Boils.',
      inStock: true,
    },
    changeUserRole: { role: 'admin' },
    importProducts: { rows: [{ name: `Kettle ${made}`, price: '49.50', stock: '3' }] },
    updateProduct: { version: 1, price: 12.5, status: 'inactive', taxClass: 'reduced', stock: 3, isCounted: true },
  };
  const isOneProduct = endpoint.path === '/products/:id';
  const id = isOneProduct ? (await newProduct(people.owner)).id : '';
  return { key: item, email, id, body: bodies[endpoint.operation] ?? {} };
}

/** Masks what must differ in answers and effects: ids, times, and the numbers in names. */
function masked(text: string): string {
  return (
    text
      .replace(/[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/"(nameGrams|nameTerms|categoryGrams|emailTerms|uids)":\[.*?\]/g, '"$1": <list>')
      .replace(/"(token|tokenHash|clientSecret)":"[\w-]{32,43}"/g, '"$1": <secret>')
      // Of products with other ids.
      .replace(/"fingerprint":"[\w-]{43}"/g, '"fingerprint": <digest>')
      .replace(/K-[\dA-Z]{4}-[\dA-Z]{4}/g, 'K-<n>')
      .replace(/"version":\d+/g, '"version": <n>')
      .replace(/arc-reading-lamp-\w+/g, 'arc-reading-lamp-<n>')
      .replace(/(target|lamp|kettle)([- ]?)\d+/gi, '$1$2<n>')
  );
}

const comparable = (value: unknown): unknown => masked(JSON.stringify(value));

/** What a call has added to and removed from any collection. */
async function effectOf(call: () => Promise<Answer>): Promise<{ answer: Answer; effect: unknown }> {
  const before = await storedDocuments(server.db);
  const answer = await call();
  const { added, removed } = changesBetween(before, await storedDocuments(server.db));
  return { answer, effect: { added: added.map(masked).sort(), removed: removed.map(masked).sort() } };
}

function restPath(endpoint: Endpoint, { key, email, id = '', number = '' }: Target): string {
  const keys: Readonly<Record<string, string>> = { key, email, id, number };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(keys[name] ?? ''));
  const query = { ...(endpoint.whenQuery && { [endpoint.whenQuery]: email }), ...queryOf(endpoint) };
  return `/api${path}?${new URLSearchParams(query).toString()}`;
}

/** The required query parameters. */
const queryOf = ({ operation }: Endpoint): Record<string, string> =>
  operation === 'removedProducts' ? { changedSince: aMinuteAgo } : {};
const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();

function graphqlVariables(endpoint: Endpoint, { key, email, id = '', number = '', body }: Target): object {
  const variables = endpoint.variables({
    params: { key, email, id, number },
    query: { email, ...queryOf(endpoint) },
    body,
  });
  return endpoint.list ? { ...variables, first: 100 } : variables;
}

const cases = endpoints.flatMap((endpoint) =>
  principalNames.map(
    (name) => [`${endpoint.rows.join(', ')}: ${endpoint.method} /api${endpoint.path}`, name, endpoint] as const,
  ),
);

describe('every REST endpoint and its GraphQL operation give the same result', () => {
  test.each(cases)('%s as %s', async (_title, name, endpoint) => {
    const caller = people[name];
    const first = await target(endpoint, caller);
    const rest = await effectOf(() =>
      server.call(endpoint.method, restPath(endpoint, first), {
        token: caller.token,
        ...restBody(endpoint, first.body),
      }),
    );
    const second = await target(endpoint, caller);
    const graphql = await effectOf(() =>
      server.graphql(endpoint.document, graphqlVariables(endpoint, second), { token: caller.token }),
    );
    const body = graphql.answer.json as {
      data: Record<string, unknown> | null;
      errors?: { message: string; extensions: { code: string; field?: string; fieldMessage?: string } }[];
    };
    const [error] = body.errors ?? [];
    if (error) {
      const { code, field, fieldMessage: sentence = error.message } = error.extensions;
      expect(rest.answer.status).toBe(graphql.answer.status);
      expect(rest.answer.json).toEqual({
        error: sentence,
        message: sentence,
        code,
        requestId: expect.any(String),
        ...(field && { field: field === 'id' ? '_id' : field }),
      });
    } else {
      const result = body.data?.[endpoint.operation];
      expect(rest.answer.status).toBe(endpoint.status);
      if (endpoint.csv === 'given') {
        // One line per node, below the header.
        const { nodes } = result as { nodes: unknown[] };
        expect(rest.answer.text.match(/\r\n/g)).toHaveLength(nodes.length + 1);
      } else {
        const expected = endpoint.list ? restShape((result as { nodes: unknown }).nodes) : restAnswer(endpoint, result);
        expect(comparable(rest.answer.json)).toEqual(comparable(expected));
      }
    }
    expect(rest.effect).toEqual(graphql.effect);
  });
});

describe('the specified calls', () => {
  const as = (name: PrincipalName, method: string, path: string, body?: object) =>
    server.call(method, `/api${path}`, { token: people[name].token, body });

  test('accepts a product as it was read and overrules the fields that only the server sets', async () => {
    const [read] = (await as('other', 'GET', '/product?limit=1')).json as [Record<string, unknown>];
    const forged = {
      ...read,
      name: 'Sent Again',
      slug: 'sent-again',
      rating: 5,
      reviewCount: 999,
      originalPrice: 9_999,
    };
    const made = await as('other', 'POST', '/product', forged);
    const { _id: id, rating, ...created } = made.json as Record<string, unknown>;
    expect(created).toMatchObject({ name: 'Sent Again', reviewCount: 0, email: people.other.email });
    expect(created['originalPrice']).not.toBe(9_999);
    expect([made.status, id === read['_id'], rating]).toEqual([201, false, undefined]);
    expect((await as('other', 'POST', '/store', read)).status).toBe(201);
    const user = { name: 'Same Name', email: people.other.email, role: 'admin', createdAt: '2000-01-01', _id: 'any' };
    expect((await as('other', 'POST', '/users', user)).json).toMatchObject({ role: 'user' });
    expect((await as('other', 'POST', '/product', { ...forged, colour: 'red' })).status).toBe(400);
  });

  test('M49: POST /jwt returns the ID token of the request, and refuses another e-mail', async () => {
    expect(await as('owner', 'POST', '/jwt', { email: people.owner.email })).toMatchObject({
      status: 200,
      json: { token: people.owner.token },
    });
    expect(await as('other', 'POST', '/jwt', { email: people.owner.email })).toMatchObject({
      status: 403,
      json: { code: 'FORBIDDEN' },
    });
    const unknown = await as('anonymous', 'POST', '/jwt', { email: people.owner.email });
    expect(unknown).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } });
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('M50: GET /store?email= is an array with _id, name and price; an empty e-mail is refused', async () => {
    const { status, json } = await as('owner', 'GET', `/store?email=${people.owner.email}`);
    expect(status).toBe(200);
    expect((json as unknown[]).slice(0, 1)).toEqual([
      expect.objectContaining({ _id: expect.any(String), name: 'Lamp 1', price: 10, status: 'active' }),
    ]);
    expect(await as('owner', 'GET', '/store?email=')).toMatchObject({ status: 400, json: { field: 'email' } });
  });

  test('M51: GET /product returns the whole list, though longer than a page, and pages on request', async () => {
    const before = ((await as('anonymous', 'GET', '/product')).json as unknown[]).length;
    for (let index = 0; index < 120; index += 1) await newProduct(people.owner);
    const all = (await as('anonymous', 'GET', '/product')).json as { _id: string; email?: string }[];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(before + 120);
    expect(all.every((product) => product.email === undefined)).toBe(true);
    const page = await as('anonymous', 'GET', '/product?limit=2');
    expect(page.json).toEqual(all.slice(0, 2));
    const next = /^<http:\/\/127\.0\.0\.1:\d+(\/api\/product\?.*)>; rel="next"$/.exec(
      page.headers.get('link') ?? '',
    )?.[1];
    expect((await server.call('GET', next ?? '')).json).toEqual(all.slice(2, 4));
  });

  test('M52: POST /store accepts its ten fields and uses only the slug', async () => {
    const body = {
      name: 'Free lamp',
      slug: 'lamp-1',
      photos: 'x.png',
      price: 0,
      discount: 99,
      inStock: true,
      status: 'active',
      categories: [],
      email: people.other.email,
      createdAt: '2001-01-01',
    };
    expect(await as('owner', 'POST', '/store', body)).toMatchObject({
      status: 201,
      json: { name: 'Lamp 1', price: 10, discount: 0, email: people.owner.email },
    });
    expect(await as('owner', 'POST', '/store', { slug: 'lamp-1', uid: 'x' })).toMatchObject({
      status: 400,
      json: { field: 'uid' },
    });
    expect(await as('owner', 'POST', '/store', { slug: 'no-such' })).toMatchObject({
      status: 404,
      json: { field: 'slug' },
    });
    expect(await as('owner', 'POST', '/store', {})).toMatchObject({
      status: 400,
      json: { field: 'slug', error: 'Slug is required.' },
    });
  });

  test('M53, M54: POST /users ignores password and role, and another e-mail is refused', async () => {
    const body = {
      name: 'The owner',
      email: people.owner.email,
      password: 'canary-password',
      role: 'admin',
      photoURL: '',
    };
    expect(await as('owner', 'POST', '/users', body)).toMatchObject({
      status: 201,
      json: { role: 'user', name: 'The owner' },
    });
    expect(await as('owner', 'POST', '/users', { ...body, email: people.other.email })).toMatchObject({ status: 403 });
    const stored = await server.db.collection('users').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('canary-password');
  });

  test('M55, M57: reads and changes a role in lower case; an admin cannot change their own', async () => {
    const email = await newUser();
    expect((await as('admin', 'GET', `/users/role/${email}`)).json).toEqual({ role: 'user' });
    expect((await as('admin', 'PATCH', `/users/role/${email}`, { role: 'admin' })).json).toEqual({ role: 'admin' });
    expect((await as('admin', 'PATCH', `/users/role/${email}`, { role: 'user' })).json).toEqual({ role: 'user' });
    expect((await as('admin', 'GET', '/users/role/unknown@kiosk.test')).json).toEqual({ role: 'user' });
    expect(await as('admin', 'PATCH', `/users/role/${people.admin.email}`, { role: 'user' })).toMatchObject({
      status: 403,
      json: { error: 'You cannot change your own role!' },
    });
    expect(await as('admin', 'PATCH', `/users/role/${email}`, { role: 'owner' })).toMatchObject({
      status: 400,
      json: { field: 'role' },
    });
  });

  test('M56, M58: a deleted user is missing from GET /users; an admin cannot delete their own account', async () => {
    const email = await newUser();
    const emails = async () =>
      ((await as('admin', 'GET', '/users')).json as { email: string }[]).map((user) => user.email);
    expect(await emails()).toContain(email);
    expect((await as('admin', 'DELETE', `/users/${encodeURIComponent(email)}`)).status).toBe(200);
    expect(await emails()).not.toContain(email);
    expect((await as('admin', 'DELETE', `/users/${email}`)).status).toBe(404);
    expect(await as('admin', 'DELETE', `/users/${people.admin.email}`)).toMatchObject({
      status: 403,
      json: { error: 'You cannot delete your own account!' },
    });
  });

  test('M59, M60, M61: lists own items and all items, without a deleted one', async () => {
    const { id } = await newProduct(people.other);
    const ids = async (name: PrincipalName, path: string) =>
      ((await as(name, 'GET', path)).json as { _id: string }[]).map(({ _id }) => _id);
    expect(await ids('other', `/store/${people.other.email}`)).toContain(id);
    expect(await ids('admin', '/store')).toContain(id);
    expect(await as('owner', 'DELETE', `/store/${id}`)).toMatchObject({ status: 404 });
    expect(await as('other', 'DELETE', `/store/${id}`)).toMatchObject({ status: 200, json: { _id: id } });
    expect(await ids('admin', '/store')).not.toContain(id);
    expect(await as('owner', 'GET', '/store')).toMatchObject({ status: 403, json: { error: expect.any(String) } });
  });

  test('M62, M63: both endpoints create a catalogue product with 201 and put a refusal into `message`', async () => {
    for (const path of ['', '/product']) {
      const created = await as('owner', 'POST', path, {
        name: 'Two Ways',
        price: 12.5,
        photos: '/pictures/a.avif',
        status: 'inactive',
      });
      expect(created).toMatchObject({
        status: 201,
        json: { name: 'Two Ways', status: 'active', photos: ['/pictures/a.avif'], email: people.owner.email },
      });
      expect(await as('owner', 'POST', path, { name: 'x', price: '12' })).toMatchObject({
        status: 400,
        json: { field: 'price', message: 'Price is not valid: a number such as 12.50 is expected.' },
      });
      expect(await as('owner', 'POST', path, { price: 1 })).toMatchObject({
        status: 400,
        json: { field: 'name', message: 'Name is required.' },
      });
    }
  });

  test('accepts photos and categories of a new product as one text with separators', async () => {
    const several = (fields: object) => as('owner', 'POST', '/product', { name: 'Several', price: 5, ...fields });
    const photos = ['https://example.com/w_1,h_2/a.jpg', 'https://example.com/b.jpg'];
    for (const separator of [', ', ';', ' | ', '\n']) {
      expect(await several({ photos: photos.join(separator) })).toMatchObject({ status: 201, json: { photos } });
      expect(await several({ categories: ['Fashion', 'Shoes'].join(separator) })).toMatchObject({
        status: 201,
        json: { categories: ['Fashion', 'Shoes'] },
      });
    }
    expect(await several({ categories: ['Hats, caps'] })).toMatchObject({ json: { categories: ['Hats, caps'] } });
    expect(await several({ categories: 'Hats, caps' })).toMatchObject({ json: { categories: ['Hats, caps'] } });
    for (const fields of [
      { categories: 'a, b; c' },
      { categories: 7 },
      { photos: ['https://example.com/a.jpg,https://example.com/b.jpg'] },
      { photos: ['https://example.com/a.jpg;www.example.com/b.jpg'] },
      { photos: 'https://example.com/a.jpg;www.example.com/b.jpg' },
      { photos: 'https://example.com/a.jpg|x' },
      { photos: 'https://example.com/a.jpg,//example.com/b.jpg' },
    ]) {
      expect(await several(fields)).toMatchObject({ status: 400, json: { field: Object.keys(fields)[0] } });
    }
  });

  test('M64: GET /counts has the three numbers', async () => {
    expect((await as('admin', 'GET', '/counts')).json).toEqual({
      users: expect.any(Number),
      products: expect.any(Number),
      orders: await server.db.collection('orders').countDocuments(),
    });
  });

  test('M66: error and message hold the same sentence', async () => {
    const { json } = await as('anonymous', 'GET', '/store');
    expect(json).toEqual({
      error: 'You must be signed in.',
      message: 'You must be signed in.',
      code: 'UNAUTHENTICATED',
      requestId: expect.any(String),
    });
  });

  test('answers unknown paths, parameters and methods with JSON errors', async () => {
    expect(await server.call('GET', '/api/nothing')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
    const wrong = await server.call('PATCH', '/api/product', { body: {} });
    expect(wrong).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(await server.call('GET', '/api/product?category[]=x')).toMatchObject({
      status: 400,
      json: { field: 'category[]' },
    });
    expect(await server.call('GET', '/api/store?email=a&email=b')).toMatchObject({
      status: 400,
      json: { field: 'email' },
    });
    expect(await server.call('GET', '/api/users/role/%ff')).toMatchObject({
      status: 400,
      json: { code: 'BAD_USER_INPUT' },
    });
  });
});
