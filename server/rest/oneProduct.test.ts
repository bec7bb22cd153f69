import { UnavailableError } from '../errors';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { createPrincipals, createTargets, type Principal, type PrincipalName } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let newProduct: ReturnType<typeof createTargets>['newProduct'];
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  ({ newProduct } = createTargets(server));
});
afterAll(() => server.stop());

const change = (id: string, body: object, ifMatch?: string) =>
  server.call('PATCH', `/api/products/${id}`, {
    token: people.owner.token,
    body,
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
  });

test('reads and updates one product over REST, by the version that the caller has seen', async () => {
  const { id } = await newProduct(people.owner);
  expect(await change(id, { price: 12.5, stock: 3, isCounted: true }, '"1"')).toMatchObject({
    status: 200,
    json: { _id: id, price: 12.5, version: 2, inStock: true },
  });
  const read = await server.call('GET', `/api/products/${id}`);
  expect(read).toMatchObject({ status: 200, json: { _id: id, price: 12.5, version: 2 } });
  expect(await change(id, { price: 13 }, '"1"')).toMatchObject({ status: 409, json: { field: 'version' } });
  expect(await change(id, { price: 13, version: 2 })).toMatchObject({ status: 200, json: { price: 13, version: 3 } });
  const wrong: [object, string?][] = [[{ price: 14 }], [{ price: 14 }, 'W/"3"'], [{ price: 14, version: 2 }, '"3"']];
  for (const [body, tag] of wrong)
    expect(await change(id, body, tag)).toMatchObject({ status: 400, json: { field: 'version' } });
});

test('returns the stock to callers who may see it, and omits it for all others', async () => {
  const { id } = await newProduct(people.owner);
  const changed = await change(id, { stock: 3, isCounted: true, version: 1 });
  expect(changed).toMatchObject({ status: 200, json: { stock: 3, version: 1 } });
  const [seeing, blind] = await Promise.all(
    [['read:products', 'read:stock'] as const, ['read:products'] as const].map((scopes) =>
      insertApiKey(server.repositories, scopes),
    ),
  );
  const read = async (path: string, token: string | null | undefined) => {
    const { status, json } = await server.call('GET', path, { ...(typeof token === 'string' && { token }) });
    expect(status).toBe(200);
    return [json].flat().find((each) => (each as { _id: string })._id === id) as object;
  };
  for (const path of [`/api/products/${id}`, '/api/product?limit=1', '/api/product']) {
    for (const token of [people.owner.token, people.admin.token, seeing?.key])
      expect(await read(path, token)).toHaveProperty('stock', 3);
    for (const token of [people.anonymous.token, people.other.token, blind?.key])
      expect(await read(path, token)).not.toHaveProperty('stock');
  }
  for (const path of [`/api/store/${people.owner.uid}`, '/api/store'])
    expect(await read(path, people.admin.token)).toHaveProperty('stock', 3);
  const uncounted = await newProduct(people.owner);
  const { json } = await server.call('GET', `/api/products/${uncounted.id}`, { token: people.owner.token });
  expect(json).not.toHaveProperty('stock');
});

test('updates the stock only with a matching seenStock, and refuses a product sent back as it was read', async () => {
  const { id } = await newProduct(people.owner);
  await change(id, { stock: 3, isCounted: true, version: 1 });
  const read = (await server.call('GET', `/api/products/${id}`, { token: people.owner.token })).json as object;
  expect(await change(id, read)).toMatchObject({ status: 400, json: { field: 'seenStock' } });
  expect(await change(id, { version: 1, stock: 8, seenStock: 3 })).toMatchObject({ status: 200, json: { stock: 8 } });
  expect(await change(id, { version: 1, stock: 9, seenStock: 3 })).toMatchObject({
    status: 409,
    json: { field: 'stock' },
  });
});

test('a sold-out product that is sent back as it was read is in stock again with the next delivery', async () => {
  const { id } = await newProduct(people.owner);
  await change(id, { stock: 0, isCounted: true, version: 1 });
  const blind = await insertApiKey(server.repositories, ['read:products', 'write:products']);
  const read = await server.call('GET', `/api/products/${id}`, { token: blind.key });
  expect(read.json).toMatchObject({ inStock: false, purchasable: true });
  const sent = { ...(read.json as object), price: 17 };
  const changed = await server.call('PATCH', `/api/products/${id}`, { token: blind.key, body: sent });
  expect(changed).toMatchObject({ status: 200, json: { price: 17, inStock: false, purchasable: true, version: 2 } });
  const present = () => change(id, { version: 2, stock: 4, seenStock: 0 });
  expect(await present()).toMatchObject({ status: 200, json: { inStock: true, purchasable: true } });
});

test('purchasable takes a product off sale, and inStock alone does so, too, whether it is counted or not', async () => {
  const counted = await newProduct(people.owner);
  await change(counted.id, { stock: 2, isCounted: true, version: 1 });
  const uncounted = await newProduct(people.owner);
  const steps: [body: object, inStock: boolean][] = [
    [{ purchasable: false, inStock: true }, false],
    [{ purchasable: true, inStock: false }, true],
    [{ inStock: false }, false],
    [{ inStock: true }, true],
  ];
  for (const { id } of [counted, uncounted])
    for (const [index, [body, isForSale]] of steps.entries())
      expect(await change(id, { ...body, version: index + 1 })).toMatchObject({
        status: 200,
        json: { version: index + 2, inStock: isForSale, purchasable: isForSale },
      });
  expect(await change(uncounted.id, { purchasable: true, inStock: false, version: 5 })).toMatchObject({
    json: { inStock: false, purchasable: false },
  });
});

test('shows an inactive product to its owner, and answers 404 to others and for an unknown one', async () => {
  const { id } = await newProduct(people.owner);
  expect(await change(id, { status: 'inactive', version: 1 })).toMatchObject({
    status: 200,
    json: { status: 'inactive' },
  });
  const missing = { status: 404, json: { code: 'NOT_FOUND', message: 'There is no such product.' } };
  expect(await server.call('GET', `/api/products/${id}`)).toMatchObject(missing);
  expect(await server.call('GET', `/api/products/${id}`, { token: people.other.token })).toMatchObject(missing);
  expect((await server.call('GET', `/api/products/${id}`, { token: people.owner.token })).status).toBe(200);
  expect(await server.call('GET', '/api/products/none')).toMatchObject(missing);
});

// Runs last, because identity tokens are then verified by the emulator of the second server.
test('a nested field that fails gives the answer the status of its error', async () => {
  const { id } = await newProduct(people.owner);
  let fault = new Error('A fault.');
  const { stock } = server.repositories;
  const broken = Object.fromEntries(Object.keys(stock).map((name) => [name, () => Promise.reject(fault)]));
  const repositories = { ...server.repositories, stock: broken as unknown as typeof stock };
  const failing = await startTestServer({ besides: server, parts: { repositories } });
  try {
    const { uid, email, name } = people.owner;
    const account = { uid, email, emailVerified: true, name };
    failing.identity.add(account);
    const read = async () => {
      const answer = await failing.call('GET', `/api/products/${id}`, { token: failing.identity.token(account) });
      return [answer.status, (answer.json as { code: string }).code, answer.headers.get('retry-after')];
    };
    expect(await read()).toEqual([500, 'INTERNAL_SERVER_ERROR', null]);
    fault = new UnavailableError();
    expect(await read()).toEqual([503, 'SERVICE_UNAVAILABLE', '2']);
  } finally {
    await failing.stop();
  }
});
