import { request } from 'node:http';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

/** Rows of docs/asvs.json over real HTTP; limits and payload corpora of each subject are in the neighbouring tests. */

const partner = 'https://partner.example';
const add = 'mutation A($input: CreateProductInput!) { createProduct(input: $input) { product { slug } } }';
const register = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { role } } }';

let server: TestServer;
let owner: Principal;
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      firebase: { projectId: 'kiosk-shop', apiKey: 'an-api-key', authDomain: 'kiosk-shop.firebaseapp.com' },
      corsOrigins: [partner],
      rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 4 },
    },
    parts: { publicUrl: () => 'https://shop.example' },
  });
  owner = await signUp(server, 'owner');
});
afterAll(() => server.stop());

const products = () => server.db.collection('products').countDocuments();

/** Sends the path unchanged; fetch would resolve its dot segments. */
function rawGet(path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
}

async function everyKindOfAnswer(): Promise<[name: string, answer: Answer][]> {
  const asked: [string, string, string, object?][] = [
    ['page', 'GET', '/'],
    ['missing page', 'GET', '/no-such-page'],
    ['playground', 'GET', '/playground'],
    ['picture', 'GET', '/favicon.svg'],
    ['settings', 'GET', '/config.json'],
    ['health', 'GET', '/livez'],
    ['REST', 'GET', '/api/product'],
    ['missing row', 'GET', '/api/no-such-row'],
    ['wrong method', 'PATCH', '/api/product', { body: {} }],
    ['no token', 'GET', '/api/users'],
    ['GraphQL', 'POST', '/graphql', { body: { query: '{ categories { name } }' } }],
    ['syntax error', 'POST', '/graphql', { body: { query: '{' } }],
    ['broken JSON', 'POST', '/api/product', { body: '{' }],
    ['wrong type', 'POST', '/api/product', { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ];
  return Promise.all(
    asked.map(
      async ([name, method, path, options]) => [name, await server.call(method, path, options)] as [string, Answer],
    ),
  );
}

test('every answer has its Content-Type, nosniff, a strict CSP and a same-origin resource policy', async () => {
  for (const [name, { headers, text }] of await everyKindOfAnswer()) {
    const type = headers.get('content-type') ?? '';
    const isPage = ['page', 'missing page', 'playground'].includes(name);
    expect([name, type]).toEqual([
      name,
      expect.stringMatching(
        isPage
          ? /^text\/html; charset=utf-8$/
          : name === 'picture'
            ? /^image\/svg\+xml/
            : /^(application\/(graphql-response\+)?json|text\/plain); charset=utf-8$/,
      ),
    ]);
    if (type.includes('json')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
    const policy = headers.get('content-security-policy') ?? '';
    expect([name, policy]).toEqual([name, expect.stringMatching(/^default-src 'none'; base-uri 'none'/)]);
    if (!isPage) expect(policy).not.toContain('script-src');
    expect([name, headers.get('cross-origin-resource-policy')]).toEqual([name, 'same-origin']);
  }
});

test('every answer of a shop with an HTTPS address has Strict-Transport-Security of one year', async () => {
  for (const [name, { headers }] of await everyKindOfAnswer()) {
    expect([name, headers.get('strict-transport-security')]).toEqual([name, 'max-age=31536000; includeSubDomains']);
  }
});

test('no answer sets a cookie', async () => {
  for (const [name, { headers }] of await everyKindOfAnswer()) {
    expect([name, headers.get('set-cookie')]).toEqual([name, null]);
  }
});

test('sets Access-Control-Allow-Origin for listed origins only, never a wildcard or credentials', async () => {
  const ask = (origin: string) => server.call('GET', '/api/product', { headers: { origin } });
  expect((await ask(partner)).headers.get('access-control-allow-origin')).toBe(partner);
  for (const origin of ['https://evil.example', 'null', `${partner}.evil.example`, 'http://partner.example', '*']) {
    const { headers } = await ask(origin);
    expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, null]);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/xml', ''])(
  'a body that is not JSON is refused and changes nothing: %j',
  async (type) => {
    const before = await products();
    const { token } = owner;
    const headers = { 'content-type': type };
    const body = JSON.stringify({ name: 'Lamp', price: 5 });
    for (const path of ['/api/product', '/api']) {
      expect((await server.call('POST', path, { token, headers, body })).status).toBe(415);
    }
    const query = JSON.stringify({ query: add, variables: { input: { name: 'Lamp', price: 5 } } });
    expect((await server.call('POST', '/graphql', { token, headers, body: query })).status).toBe(415);
    expect(await products()).toBe(before);
  },
);

test('GET changes nothing', async () => {
  const before = await products();
  const { token } = owner;
  const variables = encodeURIComponent(JSON.stringify({ input: { name: 'Lamp', price: 5 } }));
  const address = `/graphql?query=${encodeURIComponent(add)}&variables=${variables}`;
  for (const headers of [{}, { 'apollo-require-preflight': 'true' }]) {
    const { status } = await server.call('GET', address, { token, headers });
    expect([400, 405]).toContain(status);
  }
  const override = { 'x-http-method-override': 'DELETE' };
  expect((await server.call('GET', '/api/product', { token, headers: override })).status).toBe(200);
  expect(await products()).toBe(before);
});

test('a body over 100 kB is refused', async () => {
  const body = { name: 'x'.repeat(102_400), price: 5 };
  expect((await server.call('POST', '/api/product', { token: owner.token, body })).status).toBe(413);
});

test.each([
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { $where: 'sleep(5000)' },
  { $oid: '0'.repeat(24) },
  ['a'],
  1,
])('refuses a non-string value for a string field over GraphQL and REST: %j', async (value) => {
  const before = await products();
  const { token } = owner;
  const search = 'query P($filter: ProductFilter) { products(filter: $filter) { totalCount } }';
  expect((await server.graphql(search, { filter: { search: value } })).status).toBe(400);
  const product = await server.call('POST', '/api/product', { token, body: { name: value, price: 5 } });
  expect([product.status, product.json]).toEqual([400, expect.objectContaining({ code: 'BAD_USER_INPUT' })]);
  expect((await server.call('POST', '/api/jwt', { token, body: { email: value } })).status).toBe(400);
  expect(await products()).toBe(before);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  'https:\\\\evil.example\\a.png',
  'https://user:secret@evil.example/a.png',
  `https://a.example/${'a'.repeat(2048)}`,
])('refuses unsafe picture URLs: %j', async (address) => {
  const before = await products();
  const body = { name: 'Lamp', price: 5, photos: [address] };
  const { status, json } = await server.call('POST', '/api/product', { token: owner.token, body });
  expect([status, json]).toEqual([400, expect.objectContaining({ code: 'BAD_USER_INPUT', field: 'photos' })]);
  expect(await products()).toBe(before);
});

test("shows an owner's e-mail to the owner only, and the uid in no answer about products", async () => {
  const other = await signUp(server, 'other');
  const body = { name: 'Shown Lamp', slug: 'shown-lamp', price: 5 };
  expect((await server.call('POST', '/api/product', { token: owner.token, body })).status).toBe(201);
  const query = '{ product(slug: "shown-lamp") { email } products { nodes { email } } }';
  const mine = await server.graphql(query, undefined, { token: owner.token });
  expect(mine.json).toMatchObject({ data: { product: { email: owner.email } } });
  const mineOverRest = await server.call('GET', '/api/product', { token: owner.token });
  for (const { text } of [mine, mineOverRest]) expect(text).not.toContain(owner.uid);
  for (const token of [undefined, other.token]) {
    const overGraphql = await server.graphql(query, undefined, { token });
    expect(overGraphql.json).toMatchObject({ data: { product: { email: null } } });
    const overRest = await server.call('GET', '/api/product', { token });
    for (const { text } of [overGraphql, overRest]) {
      expect(text).not.toContain(owner.email);
      expect(text).not.toContain(owner.uid);
    }
  }
});

test('neither accepts nor logs an access token in the query string', async () => {
  const token = owner.token ?? '';
  const address = `/api/store?email=${encodeURIComponent(owner.email)}`;
  expect((await server.call('GET', address, { token })).status).toBe(200);
  for (const name of ['token', 'access_token', 'access-token', 'authorization', 'auth']) {
    expect((await server.call('GET', `${address}&${name}=${token}`)).status).not.toBe(200);
  }
  expect(server.logLines.filter((line) => line.includes(token) || line.includes(owner.email))).toEqual([]);
});

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/package-lock.json',
  '/server/env.ts',
  '/.data/mongodb-uri',
  '/../package.json',
  '/pictures/../../../package.json',
  '/pictures/..%2f..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..\\..\\package.json',
  '//etc/passwd',
  '/%00/favicon.svg',
  '/pictures/',
])('no path escapes the served directory: %s', async (path) => {
  const { status, text } = await rawGet(path);
  expect([400, 404]).toContain(status);
  expect(text).not.toMatch(/"dependencies"|\[core\]|ref: refs|root:x|mongodb:\/\//);
});

test('answers 429 with Retry-After beyond the rate limit', async () => {
  // The two sign-ups of this file have used two of the four registrations.
  const ask = () => server.graphql(register, { input: { name: 'Olive', email: owner.email } }, { token: owner.token });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect(Number((await ask()).headers.get('retry-after'))).toBeGreaterThan(0);
});
