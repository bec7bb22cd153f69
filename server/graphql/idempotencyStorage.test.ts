import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import { amountOf } from '../testing/amountOf';
import { productionDefaults } from '../testing/productionSettings';

const { rateLimits: defaults } = productionDefaults();

let server: TestServer;
let user: Principal;
let admin: Principal;
let made = 0;
let claims: jest.SpyInstance;
beforeAll(async () => {
  server = await startTestServer({ settings: { rateLimits: defaults, trustProxy: 1 } });
  user = await signUp(server, 'user');
  admin = await signUp(server, 'admin');
  claims = jest.spyOn(server.repositories.idempotency, 'claim');
});
afterAll(() => server.stop());

type Send = (options: { headers: Readonly<Record<string, string>>; token?: string | undefined }) => Promise<Answer>;
const graphql =
  (query: string, variables?: object): Send =>
  (options) =>
    server.graphql(query, variables, options);
const rest =
  (method: string, path: string, body?: unknown): Send =>
  (options) =>
    server.call(method, path, { ...options, ...(body !== undefined && { body }) });

const message = { name: 'Olive', email: 'olive@kiosk.test', message: 'A question of ten letters and more.' };
const sendMessage = (fields: string) =>
  `mutation ($input: SendContactMessageInput!) { sendContactMessage(input: $input) { ${fields} } }`;
const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const product = { name: 'Lamp', price: 5 };
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Row ${index}`, price: '5' }));
const importRows = `mutation ($input: ImportProductsInput!) { a: importProducts(input: $input) { results { row } }
  b: importProducts(input: $input) { results { row } } }`;

/** Requests that are refused before they run, each with its caller. */
const refused: [what: string, who: 'stranger' | 'user' | 'admin', send: Send, status: number, says?: RegExp][] = [
  ['a field of 90,000 letters', 'stranger', graphql(sendMessage('x'.repeat(90_000)), { input: message }), 400],
  ['a field of 90,000 letters', 'user', graphql(sendMessage('x'.repeat(90_000)), { input: message }), 400],
  ['a field that is not there', 'user', graphql(sendMessage('nothing'), { input: message }), 400],
  ['an argument that is not there', 'user', graphql('mutation { createProduct(other: 1) { product { id } } }'), 400],
  ['a document that cannot be read', 'user', graphql('mutation { createProduct('), 400],
  [
    'a variable of another kind',
    'stranger',
    graphql(sendMessage('contactMessage { id }'), { input: { ...message, message: ['x'] } }),
    400,
    /got invalid value/,
  ],
  [
    'a variable of another kind',
    'user',
    graphql(create, { input: { ...product, price: 'x'.repeat(50_000) } }),
    400,
    /got invalid value/,
  ],
  [
    'a variable with a field too many',
    'user',
    graphql(create, { input: { ...product, ['x'.repeat(50_000)]: 1 } }),
    400,
    /got invalid value/,
  ],
  ['a variable that is missing', 'user', graphql(create), 400, /was not provided/],
  [
    'a cost that is too high',
    'admin',
    graphql(importRows, { input: { rows: rows(100), dryRun: true } }),
    400,
    /asks for too much/,
  ],
  [
    'five mutations',
    'user',
    graphql(
      `mutation { ${['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: sendContactMessage(input: { name: "Olive", email: "o@kiosk.test", message: "Ten letters and more" }) { contactMessage { id } }`).join(' ')} }`,
    ),
    400,
    /too many mutations/,
  ],
  ['no token', 'stranger', graphql(create, { input: product }), 401],
  [
    'a call for admins',
    'user',
    graphql('mutation { deleteUser(input: { email: "a@kiosk.test" }) { user { id } } }'),
    403,
  ],
  [
    'a field that is not there, by REST',
    'user',
    rest('POST', '/api/product', { ...product, ['x'.repeat(50_000)]: 1 }),
    400,
  ],
  ['a parameter that is not there, by REST', 'user', rest('POST', '/api/product?x=1', product), 400],
  ['a value of another kind, by REST', 'user', rest('POST', '/api/product', { ...product, price: {} }), 400],
  ['a missing field, by REST', 'user', rest('POST', '/api/product', { price: 5 }), 400],
  ['no token, by REST', 'stranger', rest('POST', '/api/product', product), 401],
  ['a body that is no object, by REST', 'user', rest('POST', '/api/product', [product]), 400],
  ['a call for admins, by REST', 'user', rest('DELETE', '/api/users/a@kiosk.test'), 403],
  ['an address that is not there', 'user', rest('POST', '/api/nothing', product), 404],
  [
    'a key that is too long',
    'user',
    ({ headers, token }) =>
      graphql(create, { input: product })({ token, headers: { ...headers, 'idempotency-key': 'k'.repeat(256) } }),
    400,
    /1 to 255 characters/,
  ],
];
const newHeaders = () => ({ 'idempotency-key': `key ${(made += 1)}`, 'x-forwarded-for': `198.51.100.${made % 200}` });
const left = () => server.db.collection('idempotencyKeys').countDocuments();

test.each(refused)('%s (%s): no idempotency record is written', async (_what, who, send, status, says = /rror/) => {
  claims.mockClear();
  const before = await left();
  for (let index = 0; index < 3; index += 1) {
    const answer = await send({
      headers: newHeaders(),
      token: { stranger: undefined, user: user.token, admin: admin.token }[who],
    });
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(says)]);
  }
  expect([claims.mock.calls.length, await left()]).toEqual([0, before]);
});

test.each([
  ['GraphQL', graphql(create, { input: { name: 'Over the limit', price: 0 } })],
  ['REST', rest('POST', '/api/product', { name: 'Over the limit', price: 0 })],
])('a mutation beyond the rate limit, by %s: no idempotency record is written', async (_surface, send) => {
  const client = { 'x-forwarded-for': `203.0.113.${(made += 1)}` };
  const call = () => send({ headers: { ...newHeaders(), ...client }, token: user.token });
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length <= defaults.writes) statuses.push((await call()).status);
  expect(statuses).toHaveLength(defaults.writes + 1);
  claims.mockClear();
  const before = await left();
  expect((await call()).status).toBe(429);
  expect([claims.mock.calls.length, await left()]).toEqual([0, before]);
});

test('1,000 documents with a field of 90,000 letters and a key each, from one address, leave no record', async () => {
  const amount = amountOf({ few: 200, usual: 1_000, long: 1_000 });
  // Only a few, because client and server share this process.
  const atOnce = 5;
  const send = graphql(sendMessage('A'.repeat(90_000)), { input: message });
  claims.mockClear();
  const before = await left();
  const client = { 'x-forwarded-for': '192.0.2.1' };
  const statuses = new Set<number>();
  for (let index = 0; index < amount; index += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => send({ headers: { ...newHeaders(), ...client } })),
    );
    for (const { status, text } of answers) {
      statuses.add(status);
      expect(Buffer.byteLength(text)).toBeLessThan(1_000);
    }
  }
  expect(statuses).toEqual(new Set([400]));
  expect([claims.mock.calls.length, await left()]).toEqual([0, before]);
}, 120_000);

test.each<[string, object]>([
  ['no text', { ...message, message: '' }],
  ['an address that is none', { ...message, email: 'nobody' }],
])('an anonymous message with %s, which validation refuses, leaves no record', async (_what, input) => {
  const before = await left();
  for (let index = 0; index < 3; index += 1)
    expect((await graphql(sendMessage('contactMessage { id }'), { input })({ headers: newHeaders() })).status).toBe(
      400,
    );
  expect(await left()).toBe(before);
});
