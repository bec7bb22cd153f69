import { randomUUID } from 'node:crypto';
import { createTargets, signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer({ settings: { rateLimits: { reads: 0, writes: 60, tokens: 0, registrations: 0 } } });
  admin = await signUp(server, 'admin');
});
afterAll(() => server.stop());

const document = `mutation Import($input: ImportProductsInput!) {
  importProducts(input: $input) {
    results { row outcome product { id name slug price version } errors { column message } }
  }
}`;

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Sturdy product number ${from + index} with a name of usual length`,
    slug: `sturdy-product-${from + index}`,
    description: 'It is made of oak and steel, and it lasts. '.repeat(11),
    price: '24.50',
    discount: '10',
    inStock: 'true',
    status: 'active',
    categories: 'Home & Garden\nFurniture',
    photos: `https://pictures.example/products/${from + index}/front.avif\nhttps://pictures.example/products/${from + index}/back.avif`,
  }));

const load = (given: object[], headers: Record<string, string> = {}, token = admin.token) =>
  server.graphql(document, { input: { rows: given, dryRun: false } }, { token, headers });

interface Result {
  readonly row: number;
  readonly outcome: string;
}
const resultsOf = (json: unknown) =>
  (json as { data: { importProducts: { results: Result[] } } }).data.importProducts.results;

test('imports 100 rows of 80 kB in one call, replays a retry under the same key, and refuses 101 rows', async () => {
  const chunk = rows(100);
  const bytes = Buffer.byteLength(JSON.stringify({ input: { rows: chunk, dryRun: false } }));
  expect([bytes > 75_000, bytes < 100_000]).toEqual([true, true]);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await load(chunk, headers);
  expect(first.status).toBe(200);
  expect(resultsOf(first.json).map(({ row, outcome }) => [row, outcome])).toEqual(
    chunk.map((_, index) => [index, 'CREATED']),
  );
  const again = await load(chunk, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  const fresh = await load(chunk, { 'idempotency-key': randomUUID() });
  expect(new Set(resultsOf(fresh.json).map(({ outcome }) => outcome))).toEqual(new Set(['UNCHANGED']));
  const tooMany = Array.from({ length: 101 }, () => ({ slug: 'a' }));
  expect(await load(tooMany)).toMatchObject({
    status: 400,
    json: { errors: [{ message: 'Rows must hold 1 to 100 rows', extensions: { field: 'rows' } }] },
  });
});

test('records every import in the audit log, one entry per row, with the request id', async () => {
  const id = randomUUID();
  await load(rows(2, 500), { 'x-request-id': id });
  const query = `{ auditEntries(first: 2, filter: { kind: CREATE_PRODUCT, actorEmail: "admin@kiosk.test" }) {
    nodes { kind actorUid actorEmail subject subjectId outcome requestId startedAt completedAt changes { field before after } }
    totalCount totalCountIsExact pageInfo { hasNextPage }
  } }`;
  const { json } = await server.graphql(query, {}, { token: admin.token });
  const { auditEntries } = (json as { data: { auditEntries: { nodes: Record<string, unknown>[] } } }).data;
  expect(auditEntries).toMatchObject({ totalCountIsExact: true, pageInfo: { hasNextPage: true } });
  expect(auditEntries.nodes.map(({ requestId, outcome, kind }) => [requestId, outcome, kind])).toEqual([
    [id, 'DONE', 'CREATE_PRODUCT'],
    [id, 'DONE', 'CREATE_PRODUCT'],
  ]);
  expect(auditEntries.nodes[0]?.['changes']).toContainEqual({ field: 'price', before: null, after: '24.50' });
});

test('keeps tokens and credentials out of the audit log', async () => {
  const entries = await server.db.collection('auditEntries').find().toArray();
  const text = JSON.stringify(entries);
  expect(text).not.toContain('eyJ');
  expect(text).not.toMatch(/bearer|password|authorization/i);
});

test('denies a demoted admin the audit log and imports from the next request on', async () => {
  const { newUser } = createTargets(server);
  const email = await newUser();
  const role = async (name: string) =>
    server.graphql(
      'mutation C($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }',
      { input: { email, role: name } },
      { token: admin.token },
    );
  const account = { uid: `uid-${email.split('@')[0]}`, email, emailVerified: true, name: 'x' };
  const token = server.identity.token(account);
  const tries = async (number: number) => [
    (await server.graphql('{ auditEntries { totalCount } }', {}, { token })).status,
    (await load(rows(1, number), {}, token)).status,
  ];
  const statuses = [await tries(700)];
  for (const [name, number] of [
    ['ADMIN', 701],
    ['USER', 702],
  ] as const) {
    await role(name);
    statuses.push(await tries(number));
  }
  expect(statuses).toEqual([
    [403, 403],
    [200, 200],
    [403, 403],
  ]);
  const slugs = [700, 701, 702].map((number) => `sturdy-product-${number}`);
  const made = await server.db
    .collection('products')
    .find({ slug: { $in: slugs } })
    .toArray();
  expect(made).toMatchObject([{ slug: 'sturdy-product-701', ownerUid: account.uid }]);
});

test('answers a rate-limited import with Retry-After and imports none of its rows', async () => {
  const calls = await Promise.all(Array.from({ length: 61 }, (_, index) => load(rows(1, 1_000 + index))));
  const refused = calls.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // On SecantusDB a bare regular expression matches nothing on an indexed field.
  const slug = { $regex: /^sturdy-product-1\d{3}$/ };
  const made = await server.db.collection('products').countDocuments({ slug });
  expect(made).toBe(calls.length - refused.length);
});
