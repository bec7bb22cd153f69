import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { addressByHash } from '../testing/addressByHash';
import { createPrincipals, type Principal } from '../testing/principals';
import { rawBytes, rawCall, type RawAnswer } from '../testing/rawCall';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';

const page = '{ products(first: 24) { nodes { name slug price email } totalCount } }';
const jsonType = { 'content-type': 'application/json' };

/** The catalogue version that the server sees; null: unknown. */
let version: number | null;
let versions = 0;
let server: TestServer;
let owner: Principal;
beforeAll(async () => {
  server = await startTestServer({
    settings: { corsOrigins: ['https://listed.test'] },
    parts: { catalogueVersion: { current: () => version, known: () => versions } },
  });
  ({ owner } = await createPrincipals(server));
  await storeProducts(server.repositories, 30, (number) => ({
    name: `Lamp ${number}`,
    slug: `lamp-${number}`,
    ownerUid: owner.uid,
  }));
});
afterAll(() => server.stop());

beforeEach(() => {
  versions += 1;
  version = versions;
});

interface Ask {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

function ask({ method = 'POST', path = '/graphql', headers = {}, query = page }: Ask = {}): Promise<RawAnswer> {
  const body = method === 'POST' ? JSON.stringify({ query }) : undefined;
  const own = {
    host: `127.0.0.1:${server.port}`,
    ...(body !== undefined && { ...jsonType, 'content-length': String(Buffer.byteLength(body)) }),
  };
  return rawCall(server.port, method, path, { headers: { ...own, ...headers }, ...(body !== undefined && { body }) });
}

/** Without the headers that differ in every answer. */
function comparable({ status, headers, text }: RawAnswer) {
  const { date, 'x-request-id': requestId, ...others } = headers;
  expect([date, requestId]).toEqual([expect.any(String), expect.stringMatching(/^[\da-f-]{36}$/)]);
  return { status, headers: others, text };
}

/** Directly in the database, so that nothing cached is invalidated. */
async function rename(slug: string, name: string): Promise<void> {
  await server.db.collection('products').updateOne({ slug }, { $set: { name } });
}

const byHash = addressByHash({ operationName: 'Products', variables: { sort: 'NEWEST', first: 24 } });

const namesIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as { data: { products: { nodes: { name: string }[] } } }).data.products.nodes.map(
    ({ name }) => name,
  );

const questions: [what: string, Ask][] = [
  ['GraphQL', {}],
  ['GraphQL of a listed origin', { headers: { origin: 'https://listed.test' } }],
  ['GraphQL of another origin', { headers: { origin: 'https://other.test' } }],
  ['GraphQL as its own media type', { headers: { accept: 'application/graphql-response+json' } }],
  ['GraphQL in gzip', { headers: { 'accept-encoding': 'gzip' } }],
  ['GraphQL in Brotli', { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  ['GraphQL by GET', { method: 'GET', path: `/graphql?query=${encodeURIComponent(page)}` }],
  ['GraphQL by hash', { method: 'GET', path: byHash }],
  ['REST', { method: 'GET', path: '/api/product?limit=24' }],
  ['REST by HEAD', { method: 'HEAD', path: '/api/product?limit=24' }],
];

test.each(questions)(
  'a cached answer has the same headers and bytes as a computed one: %s',
  async (_what, question) => {
    version = null;
    const computed = comparable(await ask(question));
    version = versions;
    const first = comparable(await ask(question));
    await rename('lamp-29', `Renamed at ${versions}`);
    const kept = comparable(await ask(question));
    await rename('lamp-29', 'Lamp 29');
    expect(first).toEqual(computed);
    expect(kept).toEqual(computed);
    expect(computed).toMatchObject({
      status: 200,
      headers: {
        'cache-control': 'public, max-age=0, must-revalidate, s-maxage=1',
        vary: expect.stringMatching(/Authorization.*Accept-Encoding/),
      },
    });
    // A POST cannot be conditional, so it has no ETag.
    expect(computed.headers['etag'] ?? 'none').toMatch(question.method ? /^"[\w-]{27}"$/ : /^none$/);
    versions += 1;
    version = versions;
    expect(comparable(await ask(question)).text).toBe(computed.text);
  },
);

test('a cached answer expires with the next catalogue version and after ten seconds', async () => {
  expect(namesIn(await ask())).toContain('Lamp 28');
  await rename('lamp-28', 'Other Lamp');
  expect(namesIn(await ask())).toContain('Lamp 28');
  version = versions += 1;
  expect(namesIn(await ask())).toContain('Other Lamp');
  await rename('lamp-28', 'Lamp 28');
  expect(namesIn(await ask())).toContain('Other Lamp');
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  try {
    expect(namesIn(await ask())).toContain('Lamp 28');
  } finally {
    now.mockRestore();
  }
});

test('each content encoding decodes to the same text and has its own ETag', async () => {
  const plain = await server.call('GET', '/api/product?limit=24', { headers: { 'accept-encoding': 'identity' } });
  const etags = [plain.headers.get('etag')];
  for (const [encoding, expand] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const bytes = await rawBytes(
      server.port,
      `GET /api/product?limit=24 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      'latin1',
    );
    const [head = '', body = ''] = bytes.split(/\r\n\r\n(.*)/s);
    expect(head).toMatch(new RegExp(`^content-encoding: ${encoding}$`, 'im'));
    expect(expand(Buffer.from(body, 'latin1')).toString()).toBe(plain.text);
    etags.push(/^etag: (.*)$/im.exec(head)?.[1] ?? '');
  }
  expect(new Set(etags).size).toBe(3);
});

test('answers 304 without a body when If-None-Match matches; a POST is always answered in full', async () => {
  const question = { method: 'GET', path: '/api/product?limit=24' } as const;
  const { headers } = await ask(question);
  const etag = String(headers['etag']);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask({ ...question, headers: { 'if-none-match': known } });
    expect([known, again.status, again.text, again.headers['etag'], again.headers['content-length']]).toEqual([
      known,
      304,
      '',
      etag,
      undefined,
    ]);
  }
  expect((await ask({ ...question, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const posted = await ask();
  const again = await ask({ headers: { 'if-none-match': '*' } });
  expect([again.status, again.text]).toEqual([200, posted.text]);
});

test.each([
  ['', true],
  [', even while the writes of other processes are unknown', false],
])('computes concurrent equal requests once%s', async (_when, isKnown) => {
  versions += 1;
  version = isKnown ? versions : null;
  // At an unknown version answers are shared for 250 ms, which a busy machine may exceed.
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const { list } = server.repositories.products;
  const { find } = list;
  let reads = 0;
  Object.assign(list, { find: (...args: Parameters<typeof find>) => ((reads += 1), find(...args)) });
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(reads).toBe(1);
  } finally {
    Object.assign(list, { find });
    now.mockRestore();
  }
});

describe('caches no personal data', () => {
  const emailsIn = ({ text }: { text: string }) =>
    [...text.matchAll(/"email":("[^"]*"|null)/g)].map(([, email]) => email);

  test('shows the owner their e-mail, and not the anonymous caller after them', async () => {
    const signedIn = { authorization: `Bearer ${owner.token}` };
    const asked = [await ask({ headers: signedIn }), await ask(), await ask({ headers: signedIn }), await ask()];
    expect(asked.map((answer) => [...new Set(emailsIn(answer))])).toEqual([
      [`"${owner.email}"`],
      ['null'],
      [`"${owner.email}"`],
      ['null'],
    ]);
    expect(asked.map(({ headers }) => headers['cache-control'])).toEqual([
      'no-store',
      expect.stringMatching(/^public/),
      'no-store',
      expect.stringMatching(/^public/),
    ]);
  });

  test('does not answer a request with an invalid token from the cache', async () => {
    await ask();
    const refused = await ask({ headers: { authorization: 'Bearer wrong' }, query: page });
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  test.each(['{ me { id } }', '{ me { id } products(first: 1) { nodes { name } } }', '{ cart { id } }'])(
    '%s is not cached',
    async (query) => {
      const asked = [await ask({ query }), await ask({ query })];
      expect(asked.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store']);
    },
  );
});

test.each<[string, Record<string, string>]>([
  ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test' }],
  ['X-Forwarded-Proto', { 'x-forwarded-proto': 'gopher' }],
  ['X-Original-URL', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }],
  ['a method override', { 'x-http-method-override': 'DELETE' }],
  ['a cookie', { cookie: 'session=evil; __session=evil' }],
  ['another media type', { accept: 'application/graphql-response+json' }],
  ['an allowed origin', { origin: 'https://listed.test' }],
  ['a byte range', { range: 'bytes=0-3' }],
  ['conditional headers', { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }],
  ['a hostile request id', { 'x-request-id': 'evil\t"><script>' }],
])('a poisoned request (%s) does not change the next answer', async (_what, headers) => {
  version = null;
  const clean = comparable(await ask());
  version = versions;
  for (const question of [{}, { method: 'GET', path: '/api/product?limit=24' }] as Ask[]) {
    await ask({ ...question, headers });
    const after = await ask(question);
    expect(after.text).not.toContain('evil');
    expect(JSON.stringify(after.headers)).not.toContain('evil');
    if (!question.method) expect(comparable(after)).toEqual(clean);
  }
});

describe('refuses requests even where the answer is cached', () => {
  test('for a foreign Host, an unsatisfiable Accept, a wrong Content-Type or two Host headers', async () => {
    await ask();
    const body = JSON.stringify({ query: page });
    const foreign = await ask({ headers: { host: 'evil.test' } });
    const unacceptable = await ask({ headers: { accept: 'text/html' } });
    const wrongType = await ask({ headers: { 'content-type': 'text/plain' } });
    expect([foreign.status, unacceptable.status, wrongType.status]).toEqual([403, 406, 415]);
    const twoHosts = await rawBytes(
      server.port,
      `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(twoHosts).toMatch(/^HTTP\/1.1 400 /);
    for (const { headers } of [foreign, unacceptable, wrongType])
      expect(headers['cache-control'] ?? 'none').not.toMatch(/public/);
  });

  test('for invalid UTF-8, while the replacement character is accepted', async () => {
    const ask = (bytes: Buffer) => {
      const body = Buffer.concat([
        Buffer.from('{"query":"{ products(first: 1) { totalCount } } # '),
        bytes,
        Buffer.from('"}'),
      ]);
      const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`;
      const rest = `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      return rawBytes(server.port, Buffer.concat([Buffer.from(head + rest), body]));
    };
    // What decoders substitute for invalid UTF-8.
    const replacement = Buffer.from('\ufffd');
    for (const bytes of [replacement, replacement]) expect(await ask(bytes)).toMatch(/^HTTP\/1.1 200 /);
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      const refused = await ask(Buffer.from(bytes));
      expect(refused).toMatch(/^HTTP\/1.1 400 /);
      expect(refused).toContain('The request body must be UTF-8.');
    }
  });

  test('answers errors with no-store each time', async () => {
    for (const query of [
      '{ products(first: 0) { totalCount } }',
      '{ nothing }',
      '{ users(first: 1) { totalCount } }',
    ]) {
      for (const { text, headers } of [await ask({ query }), await ask({ query })])
        expect([query, headers['cache-control'], text.includes('"errors"')]).toEqual([query, 'no-store', true]);
    }
  });

  test('beyond the read limit, which counts cached answers too', async () => {
    const limited = await startTestServer({
      settings: { rateLimits: { reads: 5, writes: 0, tokens: 0, registrations: 0 } },
      parts: { catalogueVersion: { current: () => 1, known: () => 1 } },
    });
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 8; call += 1) statuses.push((await limited.graphql(page)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      const refused = await limited.graphql(page);
      expect([refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
        expect.stringMatching(/^\d+$/),
        'no-store',
      ]);
    } finally {
      await limited.stop();
    }
  });
});

test('counts and logs a cached answer like any other', async () => {
  const count = async () =>
    /kiosk_graphql_operations_total\{operation="products",outcome="ok"\} (\d+)/.exec(
      await server.server.metrics.text(),
    )?.[1];
  await ask();
  const before = Number(await count());
  const requestId = '6f1c5f6e-0000-4000-8000-000000000001';
  const { headers } = await ask({ headers: { 'x-request-id': requestId } });
  expect(headers['x-request-id']).toBe(requestId);
  expect(Number(await count())).toBe(before + 1);
  const line = server.logLines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((entry) => entry['requestId'] === requestId);
  expect(line).toMatchObject({
    msg: 'answered',
    method: 'POST',
    route: 'graphql',
    operation: 'products',
    status: 200,
    responseTime: expect.any(Number),
  });
});
