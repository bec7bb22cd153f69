import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UnavailableError } from '../errors';
import { policy, scopesOpening } from '../policy';
import { isProductField, productFields } from '../products/productFields';
import { createProductInput } from '../products/products.input';
import { resolvers } from '../resolvers';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { buildOrder } from '../testing/buildOrder';
import { checkoutOperations, checkoutTarget } from '../testing/checkoutTargets';
import { openApiChecker } from '../testing/openApiChecker';
import { createPrincipals, createTargets, type Principal, type PrincipalName } from '../testing/principals';
import { restBody } from '../testing/restBody';
import { sentAndRefunded } from '../testing/sentAndRefunded';
import { startTestServer, type Answer, type CallOptions, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';
import { documentRows } from './documentRows';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';
import { createOpenApi } from './openApi';

const run = promisify(execFile);
const templateOf = ({ path }: Pick<Endpoint, 'path'>) => path.replace(/:(\w+)/g, '{$1}');
const titleOf = ({ method, path, whenQuery }: Endpoint) => `${method} ${path}${whenQuery ? `?${whenQuery}` : ''}`;

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let targets: ReturnType<typeof createTargets>;
let document: Readonly<Record<string, unknown>>;
let described: ReturnType<typeof openApiChecker>;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  targets = createTargets(server);
  await storeProducts(server.repositories, 3, (number) => ({
    name: `Rated ${number}`,
    slug: `rated-${number}`,
    ownerUid: people.owner.uid,
  }));
  document = (await server.call('GET', '/api/openapi.json')).json as typeof document;
  described = openApiChecker(document);
  // Below the root, so that compiled files find its packages.
  mkdirSync(join('node_modules', '.cache'), { recursive: true });
  folder = mkdtempSync(resolve('node_modules', '.cache', 'kiosk-rest-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

test('two independent validators find no error in the document', async () => {
  const { stdout } = await run(process.execPath, ['tools/scripts/check-openapi.mjs', join(folder, 'openapi.json')]);
  expect(stdout).toBe('');
});

test('describes exactly the REST endpoints, each with a unique operationId', () => {
  const paths = document['paths'] as Record<string, Record<string, { operationId: string; security: unknown[] }>>;
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      row: `${method.toUpperCase()} ${path}`,
      operationId,
    })),
  );
  const files = documentRows.map(({ path }) => ({ method: 'GET', path }));
  const wanted = new Set([...endpoints, ...files].map((row) => `${row.method} ${templateOf(row)}`));
  expect(rows.map(({ row }) => row).sort()).toEqual([...wanted].sort());
  expect(new Set(rows.map(({ operationId }) => operationId)).size).toBe(rows.length);
  const open = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      JSON.stringify(security).startsWith('[{},') ? [`${method} ${path}`] : [],
    ),
  );
  expect(open).toEqual(['get /product', 'get /products/{id}', 'post /checkouts']);
});

test('says that a cart by e-mail takes neither limit nor cursor, which refuses them', async () => {
  const { parameters } = (
    document as { paths: Record<string, { get: { parameters: { name?: string; description?: string }[] } }> }
  ).paths['/store']?.get ?? { parameters: [] };
  expect(parameters.find(({ name }) => name === 'email')?.description).toContain('`limit` and `cursor` are refused');
  const { owner } = people;
  for (const name of ['limit', 'cursor']) {
    const path = `/api/store?email=${encodeURIComponent(owner.email)}&${name}=10`;
    expect(await server.call('GET', path, owner)).toMatchObject({ status: 400, json: { field: name } });
  }
});

test('a schema field that no endpoint selects does not change the document', () => {
  const typeDefs = readFileSync('schema.graphql', 'utf8');
  const more = `${typeDefs} extend type Product { maker: Maker! } extend type StoreEntry { maker: Maker! }
    extend type User { maker: Maker } extend type Counts { makers: Int! } type Maker { name: String! }`;
  expect(createOpenApi(endpoints, more, server.url)).toEqual(document);
  const selecting = endpoints.map((endpoint) => ({
    ...endpoint,
    document: endpoint.document.replace(' version ', ' version maker { name } '),
  }));
  const { components } = createOpenApi(selecting, more, server.url) as { components: { schemas: object } };
  expect(components.schemas).toMatchObject({
    Product: {
      required: expect.arrayContaining(['maker']),
      properties: { maker: { $ref: '#/components/schemas/Maker' } },
    },
    Maker: { required: ['name'], properties: { name: { type: 'string' } } },
  });
});

test('a client generated from the document compiles and calls every endpoint', async () => {
  const client = join(folder, 'callEveryRow.ts');
  copyFileSync(join('server', 'testing', 'foreignClients', 'callEveryRow.ts'), client);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const bin = (name: string) => join('node_modules', '.bin', name);
  await run(bin('openapi-typescript'), [join(folder, 'openapi.json'), '-o', join(folder, 'api.ts')]);
  const options = ['--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler', '--target'];
  const compiled = await run(bin('tsc'), [...options, 'es2023', '--types', 'node', client, '--ignoreConfig']).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  const given = {
    url: server.url,
    token: people.other.token,
    email: people.other.email,
    adminToken: people.admin.token,
    otherEmail: await targets.newUser(),
  };
  const { stdout } = await run(process.execPath, [join(folder, 'callEveryRow.js'), JSON.stringify(given)]);
  const wanted = endpoints.map((endpoint) => `${endpoint.method} ${templateOf(endpoint)}`);
  expect(new Set(JSON.parse(stdout) as string[])).toEqual(new Set(wanted));
}, 60_000);

interface Good {
  readonly caller: PrincipalName;
  readonly keys?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly checkoutToken?: string | null;
}

/** Texts of a product that an answer contains only if they are set. */
const textsThatMayLack = Object.fromEntries(
  Object.keys(createProductInput.shape)
    .filter((name) => isProductField(name) && productFields[name].rest === 'unlessNull')
    .map((name) => [name, 'A text']),
);

const sinceBefore = new Date(Date.now() - 60_000).toISOString();

let made = 0;
/** A call of the endpoint that succeeds. */
async function goodCall({ method, path, operation, whenQuery }: Endpoint): Promise<Good> {
  made += 1;
  if (checkoutOperations.includes(operation))
    return { caller: 'anonymous', ...(await checkoutTarget(server, operation)) };
  const { email } = people.owner;
  if (operation === 'createProduct') {
    const body = { name: `Made ${made}`, price: 20, discount: 10, photos: ['/a.avif'], categories: ['Lamps'] };
    return { caller: 'owner', body: { ...textsThatMayLack, ...body, stock: 5 } };
  }
  if (operation === 'shopOrder') return { caller: 'admin', keys: { number: await sentAndRefunded(server) } };
  if (operation === 'myOrders' || operation === 'orders') {
    const order = { _id: `K-0000-${String(made).padStart(4, '0')}`, buyerUid: people.owner.uid, email };
    await server.repositories.orders.insertPlaced(buildOrder({ lines: [[500, 2]] }, order));
    await server.repositories.orders.insertPlaced(
      buildOrder({ lines: [[700, 1]] }, { ...order, _id: `${order._id}-2` }),
    );
    return { caller: operation === 'orders' ? 'admin' : 'owner' };
  }
  if (operation === 'removedProducts') {
    const dates = { updatedAt: new Date(Date.now() - 30_000), expiresAt: new Date(Date.now() + 3_600_000) };
    await server.db.collection('removedProducts').insertMany([{ ...dates }, { ...dates }]);
    return { caller: 'admin' };
  }
  if (operation === 'importProducts')
    return { caller: 'admin', body: { rows: [{ name: `Made ${made}`, price: '20' }] } };
  if (operation === 'createAccessToken') return { caller: 'owner', body: { email } };
  if (operation === 'registerUser') return { caller: 'owner', body: { name: `The owner ${made}`, email } };
  if (operation === 'addToStore') {
    const { slug } = await targets.newProduct(people.other);
    return { caller: 'owner', body: { slug } };
  }
  if (operation === 'deleteStoreItem')
    return { caller: 'owner', keys: { key: (await targets.newProduct(people.owner)).id } };
  if (operation === 'product' || operation === 'updateProduct') {
    const { id } = await targets.newProduct(people.owner);
    const body = { version: 1, price: 12.5, taxClass: 'reduced' };
    return { caller: 'owner', keys: { id }, ...(operation === 'updateProduct' && { body }) };
  }
  if (operation === 'changeUserRole')
    return { caller: 'admin', keys: { email: await targets.newUser() }, body: { role: 'admin' } };
  if (operation === 'deleteUser') return { caller: 'admin', keys: { email: await targets.newUser() } };
  if (whenQuery === 'email' || path === '/store/:key') return { caller: 'owner', keys: { email, key: email } };
  if (operation === 'userRole') return { caller: 'owner', keys: { email } };
  return { caller: method === 'GET' && operation === 'products' ? 'anonymous' : 'admin' };
}

function send(
  to: TestServer,
  endpoint: Endpoint,
  good: Good,
  { query = '', ...options }: CallOptions & { query?: string } = {},
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(good.keys?.[name] ?? ''));
  const search = [
    ...(endpoint.whenQuery === undefined
      ? []
      : [`${endpoint.whenQuery}=${encodeURIComponent(good.keys?.[endpoint.whenQuery] ?? '')}`]),
    ...(endpoint.operation === 'removedProducts' ? [`changedSince=${sinceBefore}`] : []),
    ...(query === '' ? [] : [query]),
  ].join('&');
  const { token } = people[good.caller];
  const { checkoutToken } = good;
  const sent = restBody(endpoint, good.body);
  const headers = {
    ...(typeof checkoutToken === 'string' && { 'x-checkout-token': checkoutToken }),
    ...sent.headers,
    ...options.headers,
  };
  return to.call(endpoint.method, `/api${path}${search && `?${search}`}`, {
    token,
    ...sent,
    ...options,
    headers,
  });
}

function expectDescribed(endpoint: Endpoint, answer: Answer, statuses: readonly number[]): void {
  const { status } = answer;
  const text = answer.text.slice(0, 300);
  expect({ status, text, isExpected: statuses.includes(status) }).toEqual({ status, text, isExpected: true });
  expect(described.faultsOf(endpoint, answer)).toEqual([]);
}

/** Schemas of the answers that are more than a checkout. */
const answerNames: Readonly<Record<string, string>> = {
  startCheckout: 'StartCheckoutPayload',
  submitCheckout: 'SubmitCheckoutPayload',
  order: 'Order',
  shopOrder: 'Order',
};

const propertyOf = (schema: { properties?: object } | undefined, name: string): unknown =>
  (schema?.properties as Record<string, unknown> | undefined)?.[name] ?? {};

const rows = endpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const);

const unknownKeys = { email: 'nobody@kiosk.test', key: 'f'.repeat(24), id: 'f'.repeat(24), number: 'K-0000-0000' };
const brokenKeys = { email: 'no\te-mail', key: 'no\te-mail', id: 'no e-mail', number: 'no e-mail' };

describe('every answer matches its description', () => {
  test.each(rows)('%s: success', async (_title, endpoint) => {
    const good = await goodCall(endpoint);
    const key = { 'idempotency-key': `key ${made}` };
    const changes = endpoint.method !== 'GET';
    const first = await send(server, endpoint, good, changes ? { headers: key } : {});
    expectDescribed(endpoint, first, [endpoint.status]);
    // An answer with a token is not stored for replay.
    if (changes && !['createAccessToken', 'startCheckout'].includes(endpoint.operation)) {
      const again = await send(server, endpoint, good, { headers: key });
      expectDescribed(endpoint, again, [endpoint.status]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      // A guest's Idempotency-Key is scoped to the guest.
      const ofAnotherCall = checkoutOperations.includes(endpoint.operation) ? endpoint.status : 422;
      expectDescribed(endpoint, await send(server, endpoint, await goodCall(endpoint), { headers: key }), [
        ofAnotherCall,
      ]);
    }
    if (endpoint.list && !endpoint.csv) {
      const page = await send(server, endpoint, good, { query: 'limit=1' });
      expectDescribed(endpoint, page, [200]);
      expect(page.headers.get('link')).toMatch(/^<http.*cursor=.*>; rel="next"$/);
    }
  });

  test.each(rows)('%s: refusals', async (_title, endpoint) => {
    const good = await goodCall(endpoint);
    const answers: [Answer, number[]][] = [
      [await send(server, endpoint, good, { query: 'colour=red' }), [400]],
      [await send(server, endpoint, { ...good, keys: unknownKeys }), [200, 201, 400, 403, 404]],
      [await send(server, endpoint, { ...good, keys: brokenKeys }), [200, 201, 400, 404]],
    ];
    for (const name of ['anonymous', 'other', 'unverified', 'demoted', 'disabled', 'deleted'] as const)
      answers.push([await send(server, endpoint, { ...good, caller: name }), [200, 201, 401, 403, 404, 409]]);
    if (endpoint.list && !endpoint.csv) {
      for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=abc', 'limit=1&cursor=%7B%7D', 'limit=1&limit=2'])
        answers.push([await send(server, endpoint, good, { query }), [400]]);
    }
    if (endpoint.body) {
      const { required } = endpoint.body;
      for (const name of required)
        answers.push([await send(server, endpoint, good, { body: { ...good.body, [name]: undefined } }), [400]]);
      for (const name of required)
        answers.push([await send(server, endpoint, good, { body: { ...good.body, [name]: [7] } }), [400]]);
      answers.push(
        [await send(server, endpoint, good, { body: { ...good.body, colour: 'red' } }), [400]],
        [await send(server, endpoint, good, { body: '[' }), [400]],
        [await send(server, endpoint, good, { body: JSON.stringify({ name: 'x'.repeat(103_000) }) }), [413]],
        [await send(server, endpoint, good, { headers: { 'content-type': 'text/plain' } }), [415]],
      );
    }
    for (const [answer, statuses] of answers) {
      expectDescribed(endpoint, answer, statuses);
      if (answer.status >= 400) expect(answer.text).not.toMatch(/\b(?:after|first|input)\b|\$|![" ]|UserRole|"id"/i);
    }
  });

  test('every described field occurs in some answer', async () => {
    const { db } = server;
    await server.call('POST', '/api/store', { token: people.owner.token, body: { slug: 'rated-1' } });
    await db
      .collection('products')
      .updateOne({ slug: 'rated-1' }, { $set: { priceCents: 300, rating: 4, reviewCount: 2 } });
    const components = document['components'] as { schemas: Record<string, { properties?: object; anyOf?: unknown }> };
    const sent: Record<string, Set<string>> = {};
    const see = (name: string, value: unknown) => {
      for (const each of [value].flat())
        for (const key of Object.keys(each as object)) (sent[name] ??= new Set()).add(key);
    };
    /** Including nested objects. */
    const seeAll = (name: string, value: unknown) => {
      see(name, value);
      for (const each of [value].flat())
        for (const [key, inner] of Object.entries(each as object)) {
          const referred = /schemas\/(\w+)/.exec(JSON.stringify(propertyOf(components.schemas[name], key)))?.[1];
          if (referred !== undefined && inner !== null) seeAll(referred, inner);
        }
    };
    for (const endpoint of endpoints) {
      const { json } = await send(server, endpoint, await goodCall(endpoint));
      if (endpoint.operation === 'products' || endpoint.operation === 'createProduct') see('Product', json);
      else if (endpoint.operation === 'users' || endpoint.operation === 'registerUser') see('User', json);
      else if (endpoint.operation === 'cart' || endpoint.operation === 'addToStore') see('StoreEntry', json);
      else if (endpoint.operation === 'counts') see('Counts', json);
      else if (endpoint.operation === 'removedProducts') see('RemovedProduct', json);
      else if (endpoint.operation === 'importProducts') {
        const refused = await send(server, endpoint, {
          caller: 'admin',
          body: { rows: [{ name: 'Dear', price: 'x' }] },
        });
        seeAll('ImportProductResult', refused.json);
        seeAll('ImportProductResult', json);
      } else if (checkoutOperations.includes(endpoint.operation) || endpoint.operation === 'shopOrder')
        seeAll(answerNames[endpoint.operation] ?? 'Checkout', json);
      else if (endpoint.operation === 'createAccessToken') see('CreateAccessTokenPayload', json);
    }
    for (const { json } of [await server.call('GET', '/api/product', { token: people.owner.token })])
      see('Product', json);
    see('Error', (await server.call('POST', '/api', { token: people.owner.token, body: {} })).json);
    for (const [name, { properties }] of Object.entries(components.schemas)) {
      if (properties) expect([name, [...(sent[name] ?? [])].sort()]).toEqual([name, Object.keys(properties).sort()]);
    }
  });
});

test('accepts the fields of an answer when they are sent back', async () => {
  const sent = endpoints.filter(({ body }) => body && body.overruled.length > 0);
  const { token } = people.owner;
  const [product] = (await server.call('GET', '/api/product', { token })).json as Record<string, unknown>[];
  const [entry] = (await server.call('GET', `/api/store?email=${people.owner.email}`, { token })).json as Record<
    string,
    unknown
  >[];
  const [person] = (await server.call('GET', '/api/users', { token: people.admin.token })).json as Record<
    string,
    unknown
  >[];
  const checkout = endpoints.find(({ operation }) => operation === 'checkout') as Endpoint;
  const purchase = (await send(server, checkout, await goodCall(checkout))).json as Record<string, unknown>;
  for (const endpoint of sent) {
    const isItem = ['createProduct', 'updateProduct', 'addToStore'].includes(endpoint.operation);
    const isPurchase = checkoutOperations.includes(endpoint.operation);
    for (const read of isItem ? [product, entry] : [isPurchase ? purchase : person]) {
      const good = await goodCall(endpoint);
      // A taken slug would be refused.
      const body = { ...read, ...(endpoint.operation !== 'addToStore' && isItem && { slug: '' }), ...good.body };
      expectDescribed(endpoint, await send(server, endpoint, good, { body }), [endpoint.status]);
      const unknown = await send(server, endpoint, good, { body: { ...body, colour: 'red' } });
      expect([unknown.status, unknown.json]).toMatchObject([
        400,
        { field: 'colour', error: "There is no field 'colour'." },
      ]);
    }
  }
});

test('public endpoints describe the scope that an API key needs, and refuse a key without it as described', async () => {
  const paths = document['paths'] as Record<string, Record<string, { security: unknown[]; responses: object }>>;
  const { key } = await insertApiKey(server.repositories, ['read:orders']);
  const open = endpoints.filter(
    ({ operation }) => policy[operation] === 'public' && scopesOpening(operation).length > 0,
  );
  expect(open.map(titleOf)).toEqual(['GET /product', 'GET /products/:id']);
  for (const endpoint of open) {
    const { security, responses } = paths[templateOf(endpoint)]?.[endpoint.method.toLowerCase()] ?? {};
    expect(security).toEqual([{}, { idToken: [] }, { apiKey: ['read:products'] }]);
    const good = await goodCall(endpoint);
    for (const [token, status] of [
      [key, 403],
      ['kiosk_live_x', 401],
    ] as const) {
      expect(Object.keys(responses ?? {})).toContain(String(status));
      expectDescribed(endpoint, await send(server, endpoint, good, { token }), [status]);
    }
  }
});

// Runs last, because identity tokens are then verified by the emulator of the second server.
test('answers 429 beyond the rate limit and 503 during an outage as described', async () => {
  const limits = { reads: 0, writes: 0, tokens: 0, registrations: 0 };
  const limited = await startTestServer({ settings: { rateLimits: { ...limits, reads: 1 } } });
  const failing = (root: object | undefined) =>
    Object.fromEntries(Object.keys(root ?? {}).map((name) => [name, () => Promise.reject(new UnavailableError())]));
  const away = await startTestServer({
    parts: { resolvers: { ...resolvers, Query: failing(resolvers.Query), Mutation: failing(resolvers.Mutation) } },
  });
  try {
    await limited.call('GET', '/api/product?limit=1');
    for (const endpoint of endpoints) {
      const good = { ...(await goodCall(endpoint)), caller: 'anonymous' as const };
      expectDescribed(endpoint, await send(limited, endpoint, good), [429]);
      expectDescribed(endpoint, await send(away, endpoint, good), [503]);
    }
  } finally {
    await limited.stop();
    await away.stop();
  }
});
