import { digestOfApiKey } from '../auth/apiKeyText';
import { captureOrder } from '../orders/capturePayments';
import type { ApiKeyScope } from '../policy';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { Buyer } from '../testing/buyer';
import { placeOrder } from '../testing/placedOrder';
import { createPrincipals, must, signUp, type Principal, type PrincipalName } from '../testing/principals';
import { startTestServer, type CallOptions, type TestServer } from '../testing/startTestServer';

let server: TestServer;
/** Another process of the same shop. */
let other: TestServer;
let people: Record<PrincipalName, Principal>;

beforeAll(async () => {
  server = await startTestServer({ settings: { corsOrigins: ['https://partner.test'] } });
  people = await createPrincipals(server);
  other = await startTestServer({ besides: server });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly lastFour: string;
  readonly lastUsedAt: string | null;
  readonly isLive: boolean;
}

const create = `mutation C($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { key apiKey { id name lastFour scopes createdByUid createdByEmail isLive lastUsedAt expiresAt } }
}`;
const revoke =
  'mutation R($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id isLive revokedByEmail } } }';
const list = `{ apiKeys { totalCount nodes {
  id name lastFour scopes createdAt createdByUid createdByEmail lastUsedAt expiresAt revokedAt revokedByEmail isLive } } }`;

type Made = { createApiKey: { key: string | null; apiKey: Listed } };
const make = async (input: object, options: CallOptions = {}) => {
  const answer = await server.graphql(create, { input }, { token: people.admin.token, ...options });
  return (answer.json as { data: Made }).data.createApiKey;
};
const end = (id: string, token = people.admin.token) => server.graphql(revoke, { input: { id } }, { token });
const listed = async (id: string) => {
  const { apiKeys } = (await must(server, list, {}, people.admin.token)) as { apiKeys: { nodes: Listed[] } };
  return apiKeys.nodes.find((node) => node.id === id);
};
const keyWith = (...scopes: ApiKeyScope[]) => insertApiKey(server.repositories, scopes);
const allowed = (token: string, query = '{ stockLevels { totalCount } }') =>
  server.graphql(query, undefined, { token });
const invalid = { errors: [{ message: 'This API key is not valid.', extensions: { code: 'UNAUTHENTICATED' } }] };
const entriesOf = (actorUid: string) =>
  server.db
    .collection('auditEntries')
    .find({ actorUid }, { projection: { _id: 0, kind: 1, subject: 1, outcome: 1 }, sort: { startedAt: 1 } })
    .toArray();

test('an admin creates a key, which is returned once and stored only as a digest', async () => {
  const { key, apiKey } = await make({ name: ' Warehouse ', scopes: ['WRITE_STOCK', 'READ_STOCK'] });
  expect(key).toMatch(/^kiosk_live_[0-9A-Za-z]{53}$/);
  expect(apiKey).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Warehouse', lastFour: key?.slice(-4) },
    ...{ scopes: ['READ_STOCK', 'WRITE_STOCK'], createdByUid: 'uid-admin', createdByEmail: 'admin@kiosk.test' },
    ...{ isLive: true, lastUsedAt: null, expiresAt: null },
  });
  const stored = await server.db.collection('apiKeys').findOne({ name: 'Warehouse' });
  expect(stored).toMatchObject({ digest: digestOfApiKey(key ?? ''), scopes: ['read:stock', 'write:stock'] });
  for (const { name } of await server.db.listCollections().toArray())
    expect(JSON.stringify(await server.db.collection(name).find().toArray())).not.toContain(key);
  expect(JSON.stringify(await listed(apiKey.id))).not.toContain(stored?.['digest']);
  expect(await allowed(key ?? '')).toMatchObject({ status: 200 });
  expect((await entriesOf('uid-admin')).filter(({ kind }) => kind === 'CREATE_API_KEY')).toEqual([
    { kind: 'CREATE_API_KEY', subject: `Warehouse (…${apiKey.lastFour})`, outcome: 'DONE' },
  ]);
});

test.each([
  [{ name: ' ', scopes: ['READ_STOCK'] }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(61), scopes: ['READ_STOCK'] }, 'name', 'Name must be at most 60 characters'],
  [{ name: 'A', scopes: [] }, 'scopes', 'Scopes must hold 1 to 8 scopes, each once'],
  [{ name: 'A', scopes: ['READ_STOCK', 'READ_STOCK'] }, 'scopes', 'Scopes must hold 1 to 8 scopes, each once'],
  [
    { name: 'A', scopes: ['WRITE_ORDERS'] },
    'scopes',
    'Scopes must have READ_ORDERS beside WRITE_ORDERS and WRITE_REFUNDS',
  ],
  [{ name: 'A', scopes: ['READ_STOCK'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt', 'expiresAt must be to come'],
  [
    { name: 'A', scopes: ['READ_STOCK'], expiresAt: '2999-01-01T00:00:00Z' },
    'expiresAt',
    'expiresAt must be within 5 years',
  ],
])('refuses invalid input and names its field: %j', async (input, field, message) => {
  const { status, json } = await server.graphql(create, { input }, { token: people.admin.token });
  expect(status).toBe(400);
  expect(json).toMatchObject({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT', field } }] });
});

test('a retry with the same Idempotency-Key makes no second key and does not return the first one again', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const input = { name: 'Once', scopes: ['READ_STOCK'] };
  const answers = await Promise.all([1, 2, 3].map(() => make(input, { headers })));
  answers.push(await make(input, { headers }));
  expect(answers.filter(({ key }) => key !== null)).toHaveLength(1);
  expect(new Set(answers.map(({ apiKey }) => apiKey.id)).size).toBe(1);
  expect(await server.db.collection('apiKeys').countDocuments({ name: 'Once' })).toBe(1);
});

test('unknown, mistyped, revoked and expired keys get the same 401, also for public fields', async () => {
  const [live, ended] = [await keyWith('read:stock', 'read:products'), await keyWith('read:stock', 'read:products')];
  const expired = await insertApiKey(server.repositories, ['read:stock'], new Date(Date.now() - 1_000));
  await end(ended.id);
  const mistyped = `${live.key.slice(0, -1)}${live.key.endsWith('0') ? '1' : '0'}`;
  for (const token of [ended.key, expired.key, mistyped, 'kiosk_live_', `kiosk_live_${'0'.repeat(53)}`]) {
    for (const query of ['{ stockLevels { totalCount } }', '{ products { totalCount } }', 'mutation { nonsense }'])
      expect(await allowed(token, query)).toMatchObject({ status: 401, json: invalid });
    const byRest = await server.call('GET', '/api/product', { token });
    expect(byRest).toMatchObject({
      status: 401,
      json: { error: 'This API key is not valid.', code: 'UNAUTHENTICATED' },
    });
    expect(byRest.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect(await allowed(live.key)).toMatchObject({ status: 200 });
});

test('a key revoked in one process is refused by another one from the next call on', async () => {
  const { id, key } = await keyWith('read:stock', 'write:stock');
  const query = '{ stockLevels { totalCount } }';
  for (const each of [server, other]) expect((await each.graphql(query, undefined, { token: key })).status).toBe(200);
  await end(id);
  for (const each of [other, server])
    expect(await each.graphql(query, undefined, { token: key })).toMatchObject({ status: 401, json: invalid });
});

test('concurrent revocations of a key revoke it once, and each returns the revoked key', async () => {
  const second = await signUp(server, 'second');
  await server.repositories.admins.change((admins) => ({ ...admins, uids: [...admins.uids, second.uid] }));
  const { id } = await keyWith('read:stock');
  const answers = await Promise.all([1, 2, 3, 4].map((n) => end(id, n % 2 ? people.admin.token : second.token)));
  const done = answers.map(
    ({ json }) => (json as { data: { revokeApiKey: { apiKey: object } } }).data.revokeApiKey.apiKey,
  );
  expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(done[0]).toMatchObject({ id, isLive: false });
  const entries = await server.db
    .collection('auditEntries')
    .find({ subjectId: `apiKey:${id}` })
    .toArray();
  expect(entries.filter(({ outcome }) => outcome === 'DONE')).toHaveLength(1);
  expect(entries.filter(({ outcome }) => outcome === 'PENDING')).toEqual([]);
  const before = entries.length;
  expect(await end(id)).toMatchObject({ status: 200 });
  expect(await server.db.collection('auditEntries').countDocuments({ subjectId: `apiKey:${id}` })).toBe(before);
  expect(await end('none')).toMatchObject({ status: 404, json: { errors: [{ extensions: { field: 'id' } }] } });
});

test('concurrent creations never exceed a hundred live keys', async () => {
  const { apiKeys } = server.repositories;
  const missing = 98 - (await apiKeys.countLive(new Date(), 200));
  const stored = await server.db.collection('apiKeys').findOne({ revokedAt: null }, { projection: { _id: 0 } });
  await server.db
    .collection('apiKeys')
    .insertMany(Array.from({ length: missing }, () => ({ ...stored, name: 'Late' })));
  const input = { name: 'Late', scopes: ['READ_STOCK'] };
  const calls = await Promise.all(
    [1, 2, 3, 4, 5].map(() => server.graphql(create, { input }, { token: people.admin.token })),
  );
  expect(await apiKeys.countLive(new Date(), 200)).toBeLessThanOrEqual(100);
  for (const { json } of calls.filter(({ status }) => status !== 200))
    expect(json).toMatchObject({ errors: [{ message: 'The shop has 100 API keys. Revoke one first.' }] });
  await server.db.collection('apiKeys').deleteMany({ name: 'Late' });
});

test('records the use of a key, but not again within five minutes', async () => {
  const { id, key } = await keyWith('read:stock');
  expect(await listed(id)).toMatchObject({ lastUsedAt: null });
  await allowed(key);
  const first = (await listed(id))?.lastUsedAt;
  expect(first).toEqual(expect.any(String));
  await allowed(key);
  expect((await listed(id))?.lastUsedAt).toBe(first);
});

test('a key stays valid after its creator was demoted and deleted, and the list keeps the uid of the creator', async () => {
  const maker = await signUp(server, 'maker');
  await server.repositories.admins.change((admins) => ({ ...admins, uids: [...admins.uids, maker.uid] }));
  const { key, apiKey } = await make({ name: 'Till', scopes: ['READ_STOCK'] }, { token: maker.token });
  const demote = 'mutation($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }';
  await must(server, demote, { input: { email: maker.email, role: 'USER' } }, people.admin.token);
  expect(await allowed(key ?? '')).toMatchObject({ status: 200 });
  const remove = 'mutation($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }';
  await must(server, remove, { input: { email: maker.email } }, people.admin.token);
  expect(await allowed(key ?? '')).toMatchObject({ status: 200 });
  expect(await listed(apiKey.id)).toMatchObject({ createdByUid: maker.uid, createdByEmail: null, isLive: true });
});

test('a key with write:products manages all products but no carts, and the audit log names the key', async () => {
  const { id, key: token } = await keyWith('write:products');
  const make =
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug stock email } } }';
  const own = (await must(server, make, { input: { name: 'Kettle', price: 5 } }, token)) as {
    createProduct: { product: { id: string; slug: string } };
  };
  expect(own.createProduct.product).toMatchObject({ slug: 'kettle', email: null });
  const hers = (await must(server, make, { input: { name: 'Lamp', price: 5 } }, people.owner.token)) as typeof own;
  const bulk = 'mutation($input: BulkUpdateProductsInput!) { bulkUpdateProducts(input: $input) { results { error } } }';
  const lamp = hers.createProduct.product;
  expect(await must(server, bulk, { input: { ids: [lamp.id], action: 'DEACTIVATE' } }, token)).toEqual({
    bulkUpdateProducts: { results: [{ error: null }] },
  });
  const update = 'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }';
  const activate = { id: lamp.id, version: 2, status: 'ACTIVE' };
  expect(await server.graphql(update, { input: activate }, { token: people.owner.token })).toMatchObject({
    status: 409,
  });
  await must(server, update, { input: activate }, token);

  const add = 'mutation($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
  const cart = (await must(server, add, { input: { slug: lamp.slug } }, people.other.token)) as {
    addToStore: { storeEntry: { id: string } };
  };
  const entry = cart.addToStore.storeEntry.id;
  const remove = 'mutation($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }';
  expect(await server.graphql(remove, { input: { id: entry } }, { token })).toMatchObject({ status: 404 });
  expect(await must(server, bulk, { input: { ids: [entry], action: 'DELETE' } }, token)).toEqual({
    bulkUpdateProducts: { results: [{ error: 'There is no such item.' }] },
  });
  await must(server, remove, { input: { id: lamp.id } }, token);
  const restore = 'mutation($input: RestoreStoreItemInput!) { restoreStoreItem(input: $input) { storeItem { id } } }';
  expect(await server.graphql(restore, { input: { id: lamp.id } }, { token: people.owner.token })).toMatchObject({
    status: 409,
  });
  await must(server, restore, { input: { id: lamp.id } }, token);

  const kinds = ['CREATE_PRODUCT', 'UPDATE_PRODUCT', 'UPDATE_PRODUCT', 'DELETE_STORE_ITEM', 'RESTORE_STORE_ITEM'];
  expect((await entriesOf(`apiKey:${id}`)).map(({ kind }) => kind)).toEqual(kinds);
  const log = `{ auditEntries(filter: { actorId: "apiKey:${id}" }, first: 1) { nodes { actorUid actorEmail actorKeyName } } }`;
  expect(await must(server, log, {}, people.admin.token)).toEqual({
    auditEntries: { nodes: [{ actorUid: `apiKey:${id}`, actorEmail: null, actorKeyName: 'Warehouse' }] },
  });
});

test('stock and sold are shown only to keys with read:stock', async () => {
  const adjust = 'mutation($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { onHand } } }';
  const product = await server.repositories.products.findBySlug('kettle');
  const writer = await keyWith('write:stock');
  const input = { id: product?._id.toHexString(), count: 7, reason: 'CORRECTION' };
  await must(server, adjust, { input }, writer.key);
  const query = '{ product(slug: "kettle") { stock sold } }';
  expect((await allowed((await keyWith('read:products')).key, query)).json).toEqual({
    data: { product: { stock: null, sold: null } },
  });
  expect((await allowed((await keyWith('read:products', 'read:stock')).key, query)).json).toEqual({
    data: { product: { stock: 7, sold: 0 } },
  });
});

test('a key with read:orders and write:orders can ship an order; refunds need write:refunds', async () => {
  const buyer = new Buyer(server, { idToken: people.other.token ?? '' });
  const number = await placeOrder(buyer, { slug: 'kettle' });
  const { orders } = server.repositories;
  const placed = await orders.find(number);
  if (placed) await captureOrder({ orders, provider: server.saga.provider, now: () => new Date() }, placed);
  const { key: token } = await keyWith('read:orders', 'write:orders');
  const read =
    'query($number: ID!) { shopOrder(number: $number) { email buyer { email } shippingAddress { fullName } } }';
  expect(await server.graphql(read, { number }, { token: (await keyWith('read:products')).key })).toMatchObject({
    status: 403,
  });
  expect(await must(server, read, { number }, token)).toMatchObject({
    shopOrder: { buyer: { email: 'anna@example.com' } },
  });
  const ship = `mutation($input: CreateFulfillmentInput!) { createFulfillment(input: $input) {
    order { fulfillmentStatus timeline { kind actorEmail actorKeyName } } } }`;
  expect(await must(server, ship, { input: { number } }, token)).toMatchObject({
    createFulfillment: {
      order: { timeline: expect.arrayContaining([{ kind: 'SHIPPED', actorEmail: null, actorKeyName: 'Warehouse' }]) },
    },
  });
  const refund = 'mutation($input: RefundOrderInput!) { refundOrder(input: $input) { order { number } } }';
  const refused = await server.graphql(refund, { input: { number, amount: 100 } }, { token });
  expect(refused).toMatchObject({
    status: 403,
    json: { errors: [{ message: 'This API key lacks the scope write:refunds.' }] },
  });
});

test('each key has its own scope of Idempotency-Keys, and a revoked key gets no replay', async () => {
  const [first, second] = [await keyWith('write:products'), await keyWith('write:products')];
  const query = 'mutation { createProduct(input: { name: "Repeated", price: 5 }) { product { id } } }';
  const headers = { 'Idempotency-Key': 'same' };
  const call = ({ key }: { key: string }) => server.graphql(query, undefined, { token: key, headers });
  const [one, again, others] = [await call(first), await call(first), await call(second)];
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.json).toEqual(one.json);
  expect(others.json).not.toEqual(one.json);
  await end(first.id);
  expect(await call(first)).toMatchObject({ status: 401, json: invalid });
});

test('refuses keys from other origins and keys in URLs', async () => {
  const { key: token } = await keyWith('read:stock');
  for (const origin of ['https://partner.test', 'https://evil.test', 'null']) {
    const { status, json } = await server.graphql('{ stockLevels { totalCount } }', undefined, {
      token,
      headers: { origin },
    });
    expect([status, json]).toMatchObject([403, { errors: [{ extensions: { code: 'FORBIDDEN' } }] }]);
  }
  const own = { origin: server.url };
  expect((await server.graphql('{ stockLevels { totalCount } }', undefined, { token, headers: own })).status).toBe(200);
  const escaped = token.replaceAll('_', '%5F');
  for (const path of [
    `/graphql?query={categories{id}}&access_token=${token}`,
    `/api/product?limit=1&key=${escaped}`,
    `/products?search=${token}`,
    `/${token}`,
  ]) {
    const answer = await server.call('GET', path);
    expect([path, answer.status, answer.json]).toMatchObject([path, 400, expect.anything()]);
    expect(answer.text).toContain('belongs into the Authorization header');
    expect(answer.text).not.toContain(token.slice(15));
  }
});

test('a key never appears in an error answer or in the log, wherever it is sent', async () => {
  const { key } = await keyWith('read:products');
  const token = people.admin.token;
  const attempts = [
    server.graphql(`{ product(slug: ${key}) { id } }`, undefined, { token }),
    server.graphql(`{ ${key} }`, undefined, { token }),
    server.graphql('query($first: Int!) { products(first: $first) { totalCount } }', { first: key }, { token }),
    server.graphql('query($f: ProductFilter) { products(filter: $f) { totalCount } }', { f: { [key]: 1 } }, { token }),
    server.graphql(revoke, { input: { id: key } }, { token }),
    server.graphql(create, { input: { name: 'A', scopes: [key] } }, { token }),
    server.call('POST', '/api/product', { token, body: { [key]: key } }),
    server.call('GET', '/api/product?limit=x', { token: key }),
    server.call('GET', `/api/${key}`, { token: key }),
    server.call('POST', '/graphql', { token: key, body: key }),
    server.graphql('{ me { id } }', undefined, { token: `${key}0` }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(key.slice(11, 40));
  }
  expect(server.logLines.join('')).not.toMatch(/kiosk_live_\w/);
});
