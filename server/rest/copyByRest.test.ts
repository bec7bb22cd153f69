import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { ApiKeyScope } from '../policy';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { createTargets, signUp, type Principal } from '../testing/principals';
import { productFileOf } from '../testing/restBody';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
let newProduct: ReturnType<typeof createTargets>['newProduct'];
beforeEach(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
  ({ newProduct } = createTargets(server));
});
afterEach(() => server.stop());

const keyWith = async (...scopes: ApiKeyScope[]) => (await insertApiKey(server.repositories, scopes)).key;

/** Backdates changes, because lists of changes omit the last seconds. */
async function settle(collection: 'products' | 'removedProducts', ids: readonly string[], secondsAgo: number) {
  for (const [place, id] of ids.entries()) {
    const updatedAt = new Date(Date.now() - (secondsAgo - place) * 1_000);
    await server.db.collection(collection).updateOne({ _id: new ObjectId(id) }, { $set: { updatedAt } });
  }
}

interface Listed {
  readonly _id: string;
  readonly updatedAt: string;
  /** Only of removed products. */
  readonly reason?: string;
}

const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

test('a mirror is maintained over REST alone: changes in order and by page, and removals', async () => {
  const token = await keyWith('read:products');
  const products = [];
  for (let made = 0; made < 5; made += 1) products.push((await newProduct(admin)).id);
  await settle('products', products, 40);
  const mirror = new Map<string, string>();
  const read = async (path: string): Promise<Listed[]> => {
    const answer = await server.call('GET', path, { token });
    expect([path, answer.status]).toEqual([path, 200]);
    const next = /^<http:\/\/127\.0\.0\.1:\d+(\/.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    const rows = answer.json as Listed[];
    return next === undefined ? rows : [...rows, ...(await read(next))];
  };
  const follow = async (since: string, limit = '&limit=2') => {
    for (const { _id } of await read(`/api/removedProducts?changedSince=${since}${limit}`)) mirror.delete(_id);
    const changed = await read(`/api/product?changedSince=${since}${limit}`);
    for (const { _id, updatedAt } of changed) mirror.set(_id, updatedAt);
    return changed;
  };
  const all = await follow(aMinuteAgo());
  expect(all.map(({ _id }) => _id)).toEqual(products);
  expect(await read(`/api/product?changedSince=${aMinuteAgo()}`)).toEqual(all);
  const since = all.at(-1)?.updatedAt ?? '';

  const [hidden = '', deleted = '', changed = ''] = products;
  const change = (id: string, body: object) =>
    server.call('PATCH', `/api/products/${id}`, { token: admin.token, body: { version: 1, ...body } });
  await change(hidden, { status: 'inactive' });
  await change(changed, { price: 99 });
  await server.call('DELETE', `/api/store/${deleted}`, { token: admin.token });
  // Too recent to be listed.
  expect((await follow(since)).map(({ _id }) => _id)).toEqual([products.at(-1)]);
  await settle('products', [hidden, changed], 20);
  await settle('removedProducts', [deleted], 20);
  const gone = await read(`/api/removedProducts?changedSince=${since}`);
  expect(gone.map(({ _id, reason }) => [_id, reason]).sort()).toEqual(
    [
      [hidden, 'inactive'],
      [deleted, 'deleted'],
    ].sort(),
  );
  expect((await follow(since)).map(({ _id }) => _id)).toEqual([products.at(-1), changed]);
  expect([...mirror.keys()].sort()).toEqual(products.slice(2).sort());
});

test('refuses a malformed, missing, future or too old changedSince on its field', async () => {
  const refused = async (path: string) => {
    const { status, json } = await server.call('GET', path, { token: admin.token });
    const { field, error } = json as Record<string, string>;
    return [status, field, error];
  };
  const sentence = 'changedSince is not valid: a date and time such as 2026-01-31T09:30:00Z is expected.';
  for (const path of ['/api/product', '/api/removedProducts']) {
    expect(await refused(`${path}?changedSince=yesterday`)).toEqual([400, 'changedSince', sentence]);
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    expect(await refused(`${path}?changedSince=${inAMinute}`)).toEqual([
      ...[400, 'changedSince', 'changedSince must not be in the future'],
    ]);
    expect(await refused(`${path}?changedSince=${aMinuteAgo()}&changedSince=${aMinuteAgo()}`)).toEqual([
      ...[400, 'changedSince', 'changedSince may be given once only.'],
    ]);
  }
  expect(await refused('/api/removedProducts')).toEqual([400, 'changedSince', 'changedSince is required.']);
  expect(await refused('/api/removedProducts?changedSince=2020-01-01T00:00:00Z')).toEqual([
    ...[400, 'changedSince', 'changedSince must be within the last 90 days'],
  ]);
  const foreign = /cursor=([^&>]+)/.exec((await manyChanged()).headers.get('link') ?? '')?.[1];
  expect(await refused(`/api/product?limit=1&cursor=${foreign}`)).toEqual([
    ...[400, 'cursor', 'Cursor is not a cursor of this list'],
  ]);
});

async function manyChanged(): Promise<Answer> {
  await settle('products', [(await newProduct(admin)).id, (await newProduct(admin)).id], 40);
  return server.call('GET', `/api/product?limit=1&changedSince=${aMinuteAgo()}`);
}

interface Result {
  readonly row: number;
  readonly outcome: string;
  readonly product: { readonly slug: string } | null;
  readonly errors: readonly { readonly column: string; readonly message: string }[];
}

const load = (file: string, { token = admin.token, query = '', headers = {} } = {}) =>
  server.call('POST', `/api/products.csv${query}`, {
    token,
    body: file,
    headers: { 'content-type': 'text/csv', ...headers },
  });
const outcomes = ({ json }: Answer) => (json as Result[]).map(({ outcome }) => outcome);
const exported = (token = admin.token) => server.call('GET', '/api/products.csv', { token });

test('a CSV file is dry-run, imported once under its key, exported, and imported again without changes', async () => {
  const file = productFileOf([
    { name: '=Lamp; "tall", 2 m', price: '1.299,00', stock: '7', categories: 'Lamps\nHome & Garden', status: 'draft' },
    { name: "''-Quoted", price: '5,5', stock: '', categories: '', status: 'active' },
    { name: '', price: 'five', stock: '', categories: '', status: 'active' },
  ]);
  const tried = await load(file, { query: '?dryRun=true' });
  expect([tried.status, outcomes(tried)]).toEqual([200, ['created', 'created', 'refused']]);
  expect((await exported()).text.split('\r\n')).toHaveLength(2);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await load(file, { headers });
  expect(first).toMatchObject({
    status: 200,
    json: [
      { row: 0, outcome: 'created', errors: [], product: { slug: 'lamp-tall-2-m', version: 1 } },
      { row: 1, outcome: 'created' },
      {
        ...{ row: 2, outcome: 'refused', product: null },
        errors: [{ column: 'name' }, { column: 'price', message: 'Price must be a number such as 1299.00' }],
      },
    ],
  });
  const again = await load(file, { headers });
  expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', first.text]);

  const all = await exported();
  expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(all.headers.get('content-disposition')).toMatch(/^attachment; filename=products-\d{4}-\d\d-\d\d\.csv$/);
  expect(all.headers.get('cache-control')).toContain('no-store');
  expect(all.text).toContain(
    '"\'=Lamp; ""tall"", 2 m","lamp-tall-2-m","","1299","0","standard","true","7","inactive","Lamps\nHome & Garden","","7"',
  );
  expect(all.text).toContain(`"''-Quoted"`);
  expect(outcomes(await load(all.text))).toEqual(['unchanged', 'unchanged']);
  const dearer = all.text.replace('"5.5"', '"6.5"');
  expect(outcomes(await load(dearer))).toEqual(['updated', 'unchanged']);
});

test('an export by a key without read:stock has no stock column, so that an import leaves the stock', async () => {
  await load(productFileOf([{ name: 'Counted', price: '5', stock: '7' }]));
  const seen = await exported(await keyWith('read:products', 'read:stock'));
  expect(seen.text).toContain('"7","active","","","7"');
  const blind = await exported(await keyWith('read:products'));
  expect(blind.text.split('\r\n')[0]).not.toMatch(/"(?:stock|seenStock)"/);
  const writer = await keyWith('write:products');
  expect(outcomes(await load(blind.text.replace('"5"', '"6"'), { token: writer }))).toEqual(['updated']);
  expect((await exported()).text).toContain('"6","0","standard","true","7"');
  const lacking = (scope: string) => ({ status: 403, json: { error: `This API key lacks the scope ${scope}.` } });
  expect(await exported(writer)).toMatchObject(lacking('read:products'));
  const reader = await keyWith('read:products');
  expect(await load('name,price\nA,5', { token: reader })).toMatchObject(lacking('write:products'));
});

test('refuses an invalid CSV file as a whole, with the reason', async () => {
  const rows = (count: number) =>
    productFileOf(Array.from({ length: count }, (_, n) => ({ slug: `s-${n}`, price: '5' })));
  const refusals: [file: string, field: string, sentence: RegExp][] = [
    ['price\n5', 'rows', /^The header must name the columns: name, slug, .*There is neither name nor slug\.$/],
    ['name,colour\nA,red', 'rows', /^There is no column 'colour': the columns are name, /],
    ['name,Name\nA,B', 'name', /^The column name is there twice\.$/],
    ['name,price\nA,5,6', 'rows', /^Row 2 has 3 cells, and the header 2/],
    ['name,price\n"A,5', 'rows', /^A quotation mark is not closed/],
    ['n\0a\0m\0e\0,\0p\0', 'rows', /^This file is in UTF-16/],
    ['\0n\0a\0m\0e\0,\0p', 'rows', /^This file is in UTF-16/],
    ['name,price\n \n', 'rows', /^Rows must hold 1 to 100 rows$/],
    [rows(101), 'rows', /^Rows must hold 1 to 100 rows$/],
  ];
  for (const [file, field, sentence] of refusals)
    expect(await load(file)).toMatchObject({ status: 400, json: { field, error: expect.stringMatching(sentence) } });
  expect(await load('name,price\nA,5', { query: '?dryRun=perhaps' })).toMatchObject({
    status: 400,
    json: { field: 'dryRun', error: 'dryRun is not valid: true or false is expected.' },
  });
  expect(await load('name,price\nA,5', { query: '?numberFormat=dot' })).toMatchObject({
    status: 400,
    json: {
      field: 'numberFormat',
      error: expect.stringMatching(/^numberFormat is not valid: [a-z, ]*point[a-z, ]* or [a-z]+ is expected\.$/),
    },
  });
  expect((await load('name,price\nA,"1,299"', { query: '?numberFormat=comma' })).json).toMatchObject([
    { outcome: 'refused', errors: [{ column: 'price' }] },
  ]);
  expect(await load('')).toMatchObject({
    status: 400,
    json: { error: 'The request needs a body, which is a CSV file.' },
  });
  expect(await load('{}', { headers: { 'content-type': 'application/json' } })).toMatchObject({
    status: 415,
    json: { error: 'The body must be sent as text/csv.' },
  });
  expect(await load(`name\n${'x'.repeat(103_000)}`)).toMatchObject({ status: 413 });
  expect(outcomes(await load(rows(100), { query: '?dryRun=true' }))).toHaveLength(100);
  for (const count of [101, 109, 1_000])
    expect(await load(rows(count))).toMatchObject({
      status: 400,
      json: { field: 'rows', error: 'Rows must hold 1 to 100 rows' },
    });
});
