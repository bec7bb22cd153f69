import { OperationTypeNode, parse, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { publicOperations, queryTexts } from '../__generated__/queryTexts';
import { publicReads } from '../graphql/createApollo';
import { addressByHash, sha256, type AskedByHash } from '../testing/addressByHash';
import { buildProduct } from '../testing/builders';
import { createPrincipals, type Principal } from '../testing/principals';
import { rawCall } from '../testing/rawCall';
import { startTestServer, type CallOptions, type TestServer } from '../testing/startTestServer';

const jsonType = { 'content-type': 'application/json' };
const slug = 'hashed-lamp';
const ownerQuery = { operationName: 'EditableProduct', variables: { slug } } as const;

let server: TestServer;
let owner: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner } = await createPrincipals(server));
  const product = buildProduct({ name: 'Hashed Lamp', slug, ownerUid: owner.uid });
  await server.repositories.products.insert(product);
});
afterAll(() => server.stop());

const get = (asked: AskedByHash, options?: CallOptions) => server.call('GET', addressByHash(asked), options);

const questions: AskedByHash[] = [
  { operationName: 'Categories' },
  { operationName: 'Product', variables: { slug } },
  { operationName: 'Products', variables: { filter: { search: 'lamp' }, sort: 'NEWEST', first: 24 } },
  { operationName: 'RelatedProducts', variables: { category: 'Fashion', first: 5 } },
];

test.each(questions)('$operationName by hash has the same answer as its text by POST', async (asked) => {
  const { operationName, variables = {} } = asked;
  const query = queryTexts[operationName];
  const posted = await server.call('POST', '/graphql', { body: { operationName, query, variables } });
  const answer = await get(asked);
  expect([answer.status, answer.text]).toEqual([200, posted.text]);
  for (const name of ['cache-control', 'vary', 'content-type', 'content-security-policy'])
    expect([name, answer.headers.get(name)]).toEqual([name, posted.headers.get(name)]);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate, s-maxage=1');
});

test('answers 304 when If-None-Match has the current ETag', async () => {
  const { headers } = await get({ operationName: 'Categories' });
  const again = await get({ operationName: 'Categories' }, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('the manifest holds only public queries, each under the SHA-256 of its text', () => {
  expect(Object.values(publicOperations).length).toBeGreaterThan(3);
  for (const [hash, name] of Object.entries(publicOperations)) {
    expect(hash).toBe(sha256(queryTexts[name]));
    const [definition] = parse(queryTexts[name]).definitions;
    const { operation, selectionSet } = definition as OperationDefinitionNode;
    expect([name, operation]).toEqual([name, OperationTypeNode.QUERY]);
    for (const field of selectionSet.selections) {
      expect([name, field.kind]).toEqual([name, 'Field']);
      expect(publicReads).toContain((field as FieldNode).name.value);
    }
  }
});

describe('refuses, without caching', () => {
  const unknown = { message: expect.stringContaining('no public query'), extensions: { code: 'UNKNOWN_OPERATION' } };
  const product = { operationName: 'Product', variables: { slug } } as const;

  test.each<[string, string]>([
    ['an unknown hash', addressByHash(product, { hash: '0'.repeat(64) })],
    ['an empty hash', addressByHash(product, { hash: '' })],
    ['the hash in capitals', addressByHash(product, { hash: sha256(queryTexts.Product).toUpperCase() })],
    ['property names of Object.prototype', addressByHash(product, { hash: '__proto__', operationName: 'constructor' })],
    ['the name of another operation', addressByHash(product, { operationName: 'Products' })],
    ['no operation name', `/graphql?hash=${sha256(queryTexts.Product)}`],
    ['a query that is not public', addressByHash({ operationName: 'Cart' })],
    ['a mutation', addressByHash(product, { hash: sha256('mutation{deleteUser(input:{id:"1"}){id}}') })],
  ])('%s', async (_what, path) => {
    for (const { status, json, headers } of [await server.call('GET', path), await server.call('GET', path)]) {
      expect(status).toBe(404);
      expect((json as { errors: unknown[] }).errors).toEqual([expect.objectContaining({ message: unknown.message })]);
      expect(json).toMatchObject({ errors: [{ extensions: unknown.extensions }] });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a query beside the hash', { query: '{ categories { id } }' }],
    ['a mutation beside the hash', { query: 'mutation { deleteUser(input: { id: "1" }) { id } }' }],
    ['an extension that would register a query', { extensions: '{"persistedQuery":{"version":1,"sha256Hash":"0"}}' }],
    ['variables that are not JSON', { variables: '{' }],
    ['variables that are not an object', { variables: '[1]' }],
    ['variables of the wrong type', { variables: '{"slug":7}' }],
  ])('%s', async (_what, changed) => {
    const { status, headers, json } = await server.call('GET', addressByHash(product, changed));
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect((json as { errors: unknown[] }).errors).toHaveLength(1);
  });

  test.each([
    ['variables', '{}'],
    ['hash', sha256(queryTexts.Categories)],
  ])('duplicate %s', async (field, value) => {
    const { status, json } = await server.call(
      'GET',
      `${addressByHash(product)}&${new URLSearchParams([[field, value]])}`,
    );
    expect([status, json]).toMatchObject([400, { errors: [{ extensions: { field } }] }]);
  });

  test('HEAD, even of a cached answer', async () => {
    await get(product);
    const host = `127.0.0.1:${server.port}`;
    const { status } = await rawCall(server.port, 'HEAD', addressByHash(product), { headers: { host } });
    expect(status).toBe(405);
  });

  test('the hash of a query sent by POST before, which is not registered', async () => {
    const query = 'query Mine{categories{id}}';
    expect((await server.graphql(query)).status).toBe(200);
    const path = `/graphql?${new URLSearchParams({ operationName: 'Mine', hash: sha256(query) })}`;
    expect((await server.call('GET', path)).status).toBe(404);
  });

  test('a mutation by GET with its text', async () => {
    const query =
      'mutation { registerUser(input: { name: "A", email: "a@kiosk.test", photoURL: "" }) { user { id } } }';
    const path = `/graphql?${new URLSearchParams({ query })}`;
    const { status } = await server.call('GET', path);
    expect(status).toBe(405);
  });
});

describe('authenticated requests bypass the shared cache', () => {
  const emailIn = ({ json }: { json: unknown }) =>
    (json as { data: { product: { email: string | null } } }).data.product.email;

  test('an answer to the owner is not served to anonymous callers', async () => {
    const signedIn = { headers: { authorization: `Bearer ${owner.token}` } };
    const asked = [
      await get(ownerQuery, signedIn),
      await get(ownerQuery),
      await get(ownerQuery, signedIn),
      await get(ownerQuery),
    ];
    expect(asked.map(emailIn)).toEqual([owner.email, null, owner.email, null]);
    expect(asked.map(({ headers }) => headers.get('cache-control')?.split(',')[0])).toEqual([
      'no-store',
      'public',
      'no-store',
      'public',
    ]);
    for (const { headers } of asked) expect(headers.get('vary')).toMatch(/\bAuthorization\b/);
  });

  test('an authenticated request with the public ETag is answered 200, not 304', async () => {
    const { headers } = await get(ownerQuery);
    const options = { headers: { authorization: `Bearer ${owner.token}`, 'if-none-match': headers.get('etag') ?? '' } };
    expect((await get(ownerQuery, options)).status).toBe(200);
  });
});

test.each<[string, Record<string, string>, string]>([
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test' }, ''],
  ['X-Original-URL', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }, ''],
  ['a method override', { 'x-http-method-override': 'POST' }, ''],
  ['a cookie', { cookie: '__session=evil' }, ''],
  ['another media type', { accept: 'application/graphql-response+json' }, ''],
  ['a body', { ...jsonType, 'content-length': '17' }, '{"query":"{evil}"'],
])('a poisoned request (%s) does not change the next answer', async (_what, headers, body) => {
  const product = { operationName: 'Product', variables: { slug } } as const;
  const clean = await get(product);
  const host = `127.0.0.1:${server.port}`;
  await rawCall(server.port, 'GET', addressByHash(product), { headers: { host, ...headers }, ...(body && { body }) });
  const after = await get(product);
  expect([after.status, after.text]).toEqual([200, clean.text]);
  expect(after.headers.get('content-type')).toBe(clean.headers.get('content-type'));
});

test('every request by hash counts as a read, refused ones too', async () => {
  const limited = await startTestServer({
    settings: { rateLimits: { reads: 4, writes: 0, tokens: 0, registrations: 0 } },
  });
  try {
    const paths = [addressByHash({ operationName: 'Categories' }), '/graphql?operationName=None&hash=0'];
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await limited.call('GET', paths[call % paths.length] ?? '')).status);
    expect(statuses).toEqual([200, 404, 200, 404, 429, 429]);
  } finally {
    await limited.stop();
  }
});
