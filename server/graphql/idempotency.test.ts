import { createHash, createHmac, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { BSON, type Binary } from 'mongodb';
import { UnavailableError } from '../errors';
import { resolvers } from '../resolvers';
import { amountOf } from '../testing/amountOf';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

/** Rounds of the concurrent creations. */
const rounds = amountOf({ few: 3, usual: 20, long: 200 });
const createProduct = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';

interface Surface {
  readonly name: string;
  readonly create: (input: object, key: string, token?: string) => Promise<Answer>;
  readonly idOf: (answer: Answer) => string | undefined;
}

let server: TestServer;
let ada: Principal;
let bo: Principal;
/** Hooks before and after the resolver of createProduct. */
let before: () => void = () => undefined;
let after: () => void = () => undefined;
let keys = 0;
const newKey = () => `key-${(keys += 1)}`;

beforeAll(async () => {
  const mutations = resolvers.Mutation;
  const inner = mutations?.createProduct;
  if (typeof inner !== 'function') throw new Error('createProduct has a resolver');
  const wrapped: typeof inner = async (...args) => {
    before();
    const result = await inner(...args);
    after();
    return result;
  };
  server = await startTestServer({
    parts: { resolvers: { ...resolvers, Mutation: { ...mutations, createProduct: wrapped } } },
  });
  await signUp(server, 'admin');
  ada = await signUp(server, 'ada');
  bo = await signUp(server, 'bo');
});
afterEach(() => {
  before = after = () => undefined;
});
afterAll(() => server.stop());

const headersOf = (key: string) => ({ 'idempotency-key': key });
const surfaces: Surface[] = [
  {
    name: 'GraphQL',
    create: (input, key, token) =>
      server.graphql(createProduct, { input }, { token: token ?? ada.token, headers: headersOf(key) }),
    idOf: ({ json }) =>
      (json as { data?: { createProduct?: { product: { id: string } } } }).data?.createProduct?.product.id,
  },
  {
    name: 'REST',
    create: (input, key, token) =>
      server.call('POST', '/api/product', { token: token ?? ada.token, body: input, headers: headersOf(key) }),
    idOf: ({ json }) => (json as { _id?: string })._id,
  },
];

const products = (name: string) => server.db.collection('products').countDocuments({ name });
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const keyedBy = (headers: { 'idempotency-key': string }) => ({ $regex: `\n${headers['idempotency-key']}$` }) as never;
const dayMs = 24 * 60 * 60 * 1000;

describe.each(surfaces)('B29 by $name', ({ name: surface, create, idOf }) => {
  const nameOf = (what: string) => `${what} ${surface}`;

  test('E11: 20 concurrent equal creations make one product and 19 replays, in every round', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = newKey();
      const input = { name: nameOf(`At once ${round}`), price: 5 };
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(input, key)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([surface === 'REST' ? 201 : 200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(isReplay)).toHaveLength(19);
      expect(await products(input.name)).toBe(1);
    }
  }, 600_000);

  test('the same key with another body is 422 and changes nothing', async () => {
    const key = newKey();
    await create({ name: nameOf('First body'), price: 5 }, key);
    const answer = await create({ name: nameOf('Second body'), price: 5 }, key);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('"code":"IDEMPOTENCY_KEY_REUSED"');
    expect(await products(nameOf('Second body'))).toBe(0);
  });

  test('refuses a key of 256 characters with 400 and accepts one of 255', async () => {
    const input = { name: nameOf('Long key'), price: 5 };
    expect((await create(input, 'k'.repeat(256))).status).toBe(400);
    expect(await products(input.name)).toBe(0);
    expect((await create(input, surface.padEnd(255, 'k'))).status).toBeLessThan(300);
  });

  test('replays a long answer in full when its compressed form fits into a record', async () => {
    const key = newKey();
    const input = { name: nameOf('Described'), price: 5, description: 'ランプは 机の上に ある。'.repeat(700) };
    const first = await create(input, key);
    const again = await create(input, key);
    expect(Buffer.byteLength(surface === 'REST' ? first.text : JSON.stringify(input))).toBeGreaterThan(20_000);
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  test('equal keys of different users are independent', async () => {
    const key = newKey();
    const input = { name: nameOf('Shared key'), price: 5 };
    const first = await create(input, key);
    const second = await create(input, key, bo.token);
    expect(isReplay(second)).toBe(false);
    expect(idOf(second)).not.toBe(idOf(first));
    expect(await products(input.name)).toBe(2);
  });

  test('replays a 4xx, even when the request would succeed now', async () => {
    const key = newKey();
    const slug = `taken-${surface.toLowerCase()}`;
    await create({ name: nameOf('Holder'), slug, price: 5 }, newKey());
    const refused = await create({ name: nameOf('Refused'), slug, price: 5 }, key);
    await server.db.collection('products').deleteOne({ slug });
    const again = await create({ name: nameOf('Refused'), slug, price: 5 }, key);
    expect([refused.status, again.status]).toEqual([409, 409]);
    expect([isReplay(refused), isReplay(again)]).toEqual([false, true]);
    expect(again.text).toBe(refused.text);
  });

  test.each([
    ['failure', () => new Error('boom'), 'INTERNAL_SERVER_ERROR'],
    ['503', () => new UnavailableError(), 'SERVICE_UNAVAILABLE'],
  ])('a %s is never replayed', async (_, failure, code) => {
    const key = newKey();
    const input = { name: nameOf(`After ${code}`), price: 5 };
    before = () => {
      throw failure();
    };
    const failed = await create(input, key);
    expect(failed.text).toContain(`"code":"${code}"`);
    before = () => undefined;
    const again = await create(input, key);
    expect(isReplay(again)).toBe(false);
    expect(idOf(again)).toEqual(expect.any(String));
    expect(await products(input.name)).toBe(1);
  });

  test('a retry finds the created product after the process died before recording the answer', async () => {
    const key = newKey();
    const input = { name: nameOf('Died'), price: 5 };
    const first = await create(input, key);
    const abandoned = { state: 'inProgress', claimedAt: new Date(Date.now() - 61_000) };
    await server.db
      .collection<{ _id: string }>('idempotencyKeys')
      .updateOne({ _id: `${ada.uid}\n${key}` }, { $set: abandoned, $unset: { status: '', answer: '' } });
    const again = await create(input, key);
    expect(isReplay(again)).toBe(false);
    expect(idOf(again)).toBe(idOf(first));
    expect(await products(input.name)).toBe(1);
  });

  test.each([
    ['disabled', 401, (uid: string) => server.identity.disable(uid)],
    ['revoked', 401, (uid: string) => server.identity.revoke(uid)],
    ['deleted', 403, (uid: string) => deleteRecord(uid)],
  ])('the token of a %s account does not get the stored answer', async (state, status, end) => {
    const person = await signUp(server, `${state}-${surface.toLowerCase()}`);
    const key = newKey();
    const input = { name: nameOf(`By ${state}`), price: 5 };
    const first = await create(input, key, person.token);
    expect(idOf(first)).toEqual(expect.any(String));
    await end(person.uid);
    const again = await create(input, key, person.token);
    expect(again.status).toBe(status);
    expect(again.text).not.toContain(idOf(first));
  });

  test('refuses an anonymous caller each time and stores nothing', async () => {
    const key = newKey();
    const input = { name: nameOf('Nobody'), price: 5 };
    const answers = [await create(input, key, 'not-a-token'), await create(input, key, 'not-a-token')];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers.some(isReplay)).toBe(false);
    expect(await server.db.collection('idempotencyKeys').countDocuments({ _id: keyedBy(headersOf(key)) })).toBe(0);
  });

  test('does not store a 401: the same request succeeds once the token is valid', async () => {
    const person = await signUp(server, `returning-${surface.toLowerCase()}`);
    const key = newKey();
    const input = { name: nameOf('Returned'), price: 5 };
    server.identity.disable(person.uid);
    expect((await create(input, key, person.token)).status).toBe(401);
    server.identity.add({ uid: person.uid, email: person.email, emailVerified: true, name: 'Back' });
    expect(idOf(await create(input, key, person.token))).toEqual(expect.any(String));
  });
});

async function deleteRecord(uid: string): Promise<void> {
  const admin = server.identity.token({ uid: 'uid-admin', email: 'admin@kiosk.test', emailVerified: true, name: 'A' });
  const user = await server.repositories.users.findByUid(uid);
  await server.call('DELETE', `/api/users/${user?.email}`, { token: admin });
}

test('B29: a retry replays the answer that was lost with its connection', async () => {
  const input = { name: 'Cut off', price: 5 };
  const headers = {
    authorization: `Bearer ${ada.token}`,
    'content-type': 'application/json',
    'idempotency-key': newKey(),
  };
  const lost = httpRequest(`${server.url}/api/product`, { method: 'POST', headers });
  const cut = new Promise((resolve) => lost.once('error', resolve));
  after = () => void lost.destroy(new Error('cut'));
  lost.end(JSON.stringify(input));
  expect(await cut).toEqual(new Error('cut'));
  const body = { token: ada.token, body: input, headers: headersOf(headers['idempotency-key']) };
  const retry = await server.call('POST', '/api/product', body);
  expect([retry.status, isReplay(retry)]).toEqual([201, true]);
  const stored = await server.db.collection('products').find({ name: 'Cut off' }).toArray();
  expect(stored.map(({ _id }) => String(_id))).toEqual([(retry.json as { _id: string })._id]);
});

test('keys expire after 24 hours by a TTL index', async () => {
  const key = newKey();
  const startedAt = Date.now();
  await surfaces[0]?.create({ name: 'Kept', price: 5 }, key);
  const kept = await server.db
    .collection<{ _id: string; expiresAt: Date }>('idempotencyKeys')
    .findOne({ _id: `${ada.uid}\n${key}` });
  const lasts = (kept?.expiresAt.getTime() ?? 0) - startedAt;
  expect(lasts).toBeGreaterThanOrEqual(dayMs);
  expect(lasts).toBeLessThan(dayMs + 10_000);
  const indexes = await server.db.collection('idempotencyKeys').listIndexes().toArray();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
});

test('access tokens are never stored', async () => {
  const call = { token: ada.token, body: { email: ada.email }, headers: headersOf(newKey()) };
  const answers = [await server.call('POST', '/api/jwt', call), await server.call('POST', '/api/jwt', call)];
  expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual([
    [200, false],
    [200, false],
  ]);
  expect(await server.db.collection('idempotencyKeys').countDocuments({ _id: keyedBy(call.headers) })).toBe(0);
});

test('the fingerprint of a request ignores passwords', async () => {
  const key = newKey();
  const register = (password: string) =>
    server.call('POST', '/api/users', {
      token: ada.token,
      body: { name: 'Ada', email: ada.email, password },
      headers: headersOf(key),
    });
  expect((await register('first secret')).status).toBe(201);
  expect(isReplay(await register('second secret'))).toBe(true);
});

describe('an answer too long for a record even when compressed', () => {
  const query = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id description } } }`;
  const noise = [...randomBytes(10_000)].map((byte) => String.fromCharCode(0x4e00 + byte * 7)).join('');
  const longest = { name: 'Noise', price: 5, description: noise };

  test.each([
    [
      'GraphQL',
      (headers: Record<string, string>) => server.graphql(query, { input: longest }, { token: ada.token, headers }),
    ],
    [
      'REST',
      (headers: Record<string, string>) =>
        server.call('POST', '/api/product', { token: ada.token, headers, body: longest }),
    ],
  ])('by %s: a retry is 409 with an explanation, and nothing is repeated', async (_surface, send) => {
    const before = await products(longest.name);
    const headers = headersOf(newKey());
    expect((await send(headers)).text).toContain(longest.description);
    const again = await send(headers);
    expect([again.status, isReplay(again)]).toEqual([409, true]);
    expect(again.text).toContain('was answered, and its answer is not stored. Look up what is there now.');
    expect(again.text).toContain('"code":"CONFLICT"');
    expect(await products(longest.name)).toBe(before + 1);
    const record = await server.db.collection('idempotencyKeys').findOne({ _id: keyedBy(headers as never) });
    expect(BSON.calculateObjectSize(record ?? {})).toBeLessThan(1_024);
  });
});

describe('the fingerprint of a request', () => {
  const send = (query: string, variables: object, headers: Record<string, string>) =>
    server.graphql(query, variables, { token: ada.token, headers });
  const input = { name: 'Fingerprint', price: 5 };

  test.each([
    ['the order of the fields', createProduct, { input: { price: 5, name: 'Fingerprint' } }],
    ['a variable that the document does not declare', createProduct, { input, password: 'secret' }],
  ])('ignores %s', async (_what, query, variables) => {
    const headers = headersOf(newKey());
    const first = await send(createProduct, { input }, headers);
    const again = await send(query, variables, headers);
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });

  test.each([
    ['another value', createProduct, { input: { ...input, price: 6 } }],
    ['a field more', createProduct, { input: { ...input, description: '' } }],
    ['another document', createProduct.replace('id', 'name'), { input }],
  ])('%s makes another request', async (_what, query, variables) => {
    const headers = headersOf(newKey());
    await send(createProduct, { input }, headers);
    expect((await send(query, variables, headers)).status).toBe(422);
  });

  test('is stored as an HMAC with the key of the shop, not as a plain hash', async () => {
    const headers = headersOf(newKey());
    await send(createProduct, { input }, headers);
    const record = await server.db.collection('idempotencyKeys').findOne({ _id: keyedBy(headers as never) });
    const stored = await server.db.collection<{ _id: string; key: Binary }>('meta').findOne({ _id: 'shopKey' });
    const text = JSON.stringify([createProduct, undefined, { input }]);
    const mac = createHmac('sha256', stored?.key.value() ?? '')
      .update(text)
      .digest('base64url');
    expect(record?.['mac']).toBe(mac);
    expect(createHash('sha256').update(text).digest('base64url')).not.toBe(mac);
  });
});
