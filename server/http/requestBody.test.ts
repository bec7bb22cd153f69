import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createPrincipals, type Principal } from '../testing/principals';
import { rawCall, type RawAnswer } from '../testing/rawCall';
import { shopCollections } from '../testing/shopCollections';
import { startTestServer, type TestServer } from '../testing/startTestServer';

/** 100 kB as the limit counts it. */
const most = 102_400;
const refusalMs = 200;
const tolerance = 5;

const create = 'mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { name } } }';
const jsonType = { 'content-type': 'application/json' };

let server: TestServer;
let owner: Principal;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, admin } = await createPrincipals(server));
});
afterAll(() => server.stop());

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Sends headers and bytes as given; fetch would set its own headers. */
function send(
  method: string,
  path: string,
  { headers = jsonType, body }: Sent,
  token = owner.token,
): Promise<RawAnswer> {
  const own = { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${token}` };
  const length: Record<string, string> =
    'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return rawCall(server.port, method, path, { headers: { ...own, ...length, ...headers }, body });
}

async function state(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of await shopCollections(server.db))
    hash.update(JSON.stringify([name, await server.db.collection(name).find().sort({ _id: 1 }).toArray()]));
  return hash.digest('hex');
}

/** The same product over REST and GraphQL; `fill` is insignificant white space. */
const surfaces = [
  ['REST', '/api/product', (fill: string) => `{"name":"Filled Lamp","price":5${fill}}`],
  [
    'GraphQL',
    '/graphql',
    (fill: string) =>
      `{"query":${JSON.stringify(create)},"variables":{"input":{"name":"Filled Lamp","price":5}}${fill}}`,
  ],
] as const;

interface Refusal {
  readonly code?: string;
  readonly field?: string;
  readonly error?: string;
}

/** The error of an answer in the format of REST, also for GraphQL. */
function errorOf({ status, text }: RawAnswer): Refusal & { status: number } {
  const json = JSON.parse(text) as Refusal & { errors?: [{ message: string; extensions: Refusal }] };
  if (!json.errors) return { status, ...json };
  const [{ message, extensions }] = json.errors;
  return { status, error: message, ...extensions };
}

describe.each(surfaces)('B12: request bodies to %s', (_name, path, bodyOf) => {
  const filled = (size: number) => bodyOf(' '.repeat(size - bodyOf('').length));

  test('accepts 100 kB and refuses one byte more, in every transfer and content encoding', async () => {
    const forms: [string, Record<string, string>, (body: string) => Buffer][] = [
      ['with its length', jsonType, (body) => Buffer.from(body)],
      ['in chunks', { ...jsonType, 'transfer-encoding': 'chunked' }, (body) => Buffer.from(body)],
      ['gzip', { ...jsonType, 'content-encoding': 'gzip' }, (body) => gzipSync(body)],
      ['deflate', { ...jsonType, 'content-encoding': 'deflate' }, (body) => deflateSync(body)],
      ['brotli', { ...jsonType, 'content-encoding': 'br' }, (body) => brotliCompressSync(body)],
    ];
    for (const [form, headers, encode] of forms) {
      const good = await send('POST', path, { headers, body: encode(filled(most)) });
      expect([form, good.status, good.text]).toEqual([
        form,
        path === '/graphql' ? 200 : 201,
        expect.stringContaining('Filled Lamp'),
      ]);
      const before = await state();
      const bad = await send('POST', path, { headers, body: encode(filled(most + 1)) });
      expect([form, errorOf(bad)]).toEqual([
        form,
        expect.objectContaining({
          status: 413,
          code: 'PAYLOAD_TOO_LARGE',
          error: 'The request is too large: at most 100 kB.',
        }),
      ]);
      expect(await state()).toBe(before);
    }
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))],
    ['deflate', deflateSync(Buffer.alloc(50 * 1024 * 1024, ' '))],
    ['br', brotliCompressSync(Buffer.alloc(50 * 1024 * 1024, ' '))],
  ])('refuses 50 MB in a few kB of %s without unpacking them all', async (encoding, body) => {
    expect(body.length).toBeLessThan(60_000);
    const headers = { ...jsonType, 'content-encoding': encoding };
    const times: number[] = [];
    const memory = process.memoryUsage.rss();
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      expect(errorOf(await send('POST', path, { headers, body }))).toMatchObject({
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
      });
      times.push(performance.now() - startedAt);
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(tolerance * refusalMs);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(tolerance * 20 * 1024 * 1024);
  });

  test.each([
    ['gzip that is none', { 'content-encoding': 'gzip' }, Buffer.from('{"name":"Lamp"}'), 400],
    ['gzip that is cut off', { 'content-encoding': 'gzip' }, gzipSync(bodyOf('')).subarray(0, -9), 400],
    ['an encoding nobody knows', { 'content-encoding': 'zip' }, Buffer.from(bodyOf('')), 415],
    ['two encodings', { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(bodyOf(''))), 415],
    ['KOI8-R', { 'content-type': 'application/json; charset=koi8-r' }, Buffer.from(bodyOf('')), 415],
    ['UTF-7', { 'content-type': 'application/json; charset=utf-7' }, Buffer.from(bodyOf('')), 415],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, Buffer.from(bodyOf(''), 'utf16le'), 415],
    ['UTF-16 that says UTF-8', {}, Buffer.from(bodyOf(''), 'utf16le'), 400],
    ['bytes that are no UTF-8', {}, Buffer.from(bodyOf('').replace('Lamp', 'L\xe4mp'), 'latin1'), 400],
    ['no type', { 'content-type': '' }, Buffer.from(bodyOf('')), 415],
    ['another type', { 'content-type': 'application/xml' }, Buffer.from(bodyOf('')), 415],
    ['one that ends like it', { 'content-type': 'application/vnd.api+json' }, Buffer.from(bodyOf('')), 415],
    ['nothing', {}, Buffer.from(''), 400],
    ['white space', {}, Buffer.from(' \n '), 400],
    ['half a body', {}, Buffer.from(bodyOf('').slice(0, -1)), 400],
    ['two bodies', {}, Buffer.from(bodyOf('') + bodyOf('')), 400],
    ['a comment', {}, Buffer.from(`/* */${bodyOf('')}`), 400],
    ['text', {}, Buffer.from('"Lamp"'), 400],
    ['a number', {}, Buffer.from('1e400'), 400],
    ['null', {}, Buffer.from('null'), 400],
    ['an array', {}, Buffer.from(`[${bodyOf('')}]`), 400],
    ['40,000 arrays in each other', {}, Buffer.from(`{"variables":${'['.repeat(40_000)}${']'.repeat(40_000)}}`), 400],
    [
      '20,000 objects in each other',
      {},
      Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`.slice(0, most)),
      400,
    ],
  ] as [string, Record<string, string>, Buffer, number][])(
    '%s is refused and changes nothing',
    async (_title, headers, body, status) => {
      const before = await state();
      const startedAt = performance.now();
      const answer = await send('POST', path, { headers: { ...jsonType, ...headers }, body });
      expect(performance.now() - startedAt).toBeLessThan(tolerance * refusalMs);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.text).toContain(`"requestId":"${String(answer.headers['x-request-id'])}"`);
      expect(await state()).toBe(before);
    },
  );

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
    'accepts a body of the type %s, with and without a byte order mark',
    async (type) => {
      for (const mark of ['', '\ufeff']) {
        const { status } = await send('POST', path, { headers: { 'content-type': type }, body: mark + bodyOf('') });
        expect(status).toBe(path === '/graphql' ? 200 : 201);
      }
    },
  );
});

describe('B12: oversized headers and URLs', () => {
  test('answers 431 for 20 kB of headers, and 400 or 404 for an 8 kB URL', async () => {
    const host = `127.0.0.1:${server.port}`;
    const long = await rawCall(server.port, 'GET', '/api/product', { headers: { host, 'x-long': 'x'.repeat(20_000) } });
    expect(errorOf(long)).toMatchObject({ status: 431, code: 'BAD_REQUEST' });
    for (const path of [`/api/product?${'x'.repeat(8_000)}`, `/api/${'x'.repeat(8_000)}`]) {
      const answer = await rawCall(server.port, 'GET', path, { headers: { host } });
      expect([400, 404]).toContain(answer.status);
      expect(errorOf(answer).error).toMatch(/./);
    }
  });
});

const register = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { name } } }';

describe('B7: every field has one source', () => {
  test.each([
    ['POST', '/api/product', '{"name":"One","price":5,"name":"Two"}', 'name'],
    ['POST', '/api/product', '{"name":"One","price":5,"n\\u0061me":"Two"}', 'name'],
    ['POST', '/api/product', '{"name":"One","price":5,"price" \n : 1}', 'price'],
    ['POST', '/api/product', '{"na\\"me":1,"name":"{\\"a\\":1}","price":5,"na\\"me":1}', 'na"me'],
    ['POST', '/api/jwt', '{"email":"admin@kiosk.test","email":"owner@kiosk.test"}', 'email'],
    ['POST', '/api/users', '{"name":"Olive","email":"admin@kiosk.test","email":"owner@kiosk.test"}', 'email'],
    ['PATCH', '/api/users/role/other%40kiosk.test', '{"role":"user","role":"admin"}', 'role'],
    ['POST', '/graphql', `{"query":"{ categories { id } }","query":${JSON.stringify(create)}}`, 'query'],
    [
      'POST',
      '/graphql',
      `{"query":${JSON.stringify(register)},"variables":{"input":{"name":"A","name":"Olive","email":"owner@kiosk.test"}}}`,
      'name',
    ],
    [
      'POST',
      '/graphql',
      '{"query":"{ categories { id } }","variables":{"a":[{"b":1},{"b":1,"c":{"b":1},"b":2}]}}',
      'b',
    ],
  ])('%s %s with a duplicate key is refused: %s', async (method, path, body, field) => {
    const before = await state();
    const answer = await send(method, path, { body }, admin.token);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', field });
    expect(await state()).toBe(before);
  });

  test.each([
    '{"name":"Lamp \\"name\\": {","price":5,"description":"\\\\"}',
    '{"name":"Lamp","price":5,"photos":[],"categories":["a","a"],"description":"name:price:{}"}',
  ])('accepts repeated texts that are not keys: %s', async (body) => {
    expect((await send('POST', '/api/product', { body })).status).toBe(201);
  });

  test.each([
    ['/api/store?email=owner%40kiosk.test&email=admin%40kiosk.test', 'email'],
    ['/api/store?email[]=owner%40kiosk.test', 'email[]'],
    ['/api/store?email[$ne]=x', 'email[$ne]'],
    ['/api/product?category[]=x', 'category[]'],
    ['/api/product?limit=1&limit=2', 'limit'],
    ['/api/product?__proto__=1', '__proto__'],
    ['/api/product?limit=1&constructor[prototype][a]=1', 'constructor[prototype][a]'],
  ])('GET %s is refused', async (path, field) => {
    const { status, json } = await server.call('GET', path, { token: owner.token });
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'BAD_USER_INPUT', field })]);
  });

  test('refuses fields of the body in the query string', async () => {
    const before = await state();
    for (const [method, path, body] of [
      ['POST', '/api/jwt?email=admin%40kiosk.test', { email: owner.email }],
      ['POST', '/api/product?name=Other', { name: 'Lamp', price: 5 }],
      ['PATCH', '/api/users/role/other%40kiosk.test?role=admin', { role: 'user' }],
    ] as const) {
      expect((await server.call(method, path, { token: admin.token, body })).status).toBe(400);
    }
    expect(await state()).toBe(before);
  });

  test('refuses duplicate parameters and variables of a GraphQL request over GET', async () => {
    const query = encodeURIComponent('{ categories { id } }');
    const named = encodeURIComponent('query P($s: String!) { product(slug: $s) { id } }');
    const ask = (path: string) => server.call('GET', `/graphql?${path}`);
    expect((await ask(`query=${query}`)).status).toBe(200);
    expect((await ask(`query=${query}&query=${query}`)).status).toBe(400);
    expect((await ask(`query=${named}&variables=${encodeURIComponent('{"s":"a"}')}`)).status).toBe(200);
    expect((await ask(`query=${named}&variables=${encodeURIComponent('{"s":"a","s":"b"}')}`)).status).toBe(400);
  });
});

describe('B8: names of Object.prototype', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'];
  const nested = (depth: number, name: string) =>
    Array.from({ length: depth - 1 }).reduce<string>(
      (inner) => `{"a":${inner}}`,
      `{${JSON.stringify(name)}:{"polluted":1}}`,
    );
  const cases = names.flatMap((name) => [1, 2, 3].map((depth) => [name, depth] as const));

  test.each(cases)('%s at depth %d is refused in every body', async (name, depth) => {
    const before = await state();
    const inner = nested(depth, name);
    for (const [method, path, body] of [
      ['POST', '/api/product', inner],
      ['POST', '/api/store', inner],
      ['POST', '/api/users', inner],
      ['POST', '/api/jwt', inner],
      ['PATCH', '/api/users/role/other%40kiosk.test', inner],
      ['DELETE', '/api/store/000000000000000000000000', inner],
      ['POST', '/graphql', `{"query":"{ categories { id } }","variables":${inner}}`],
      ['POST', '/graphql', `{"query":"{ categories { id } }","extensions":[${inner}]}`],
    ] as const) {
      const answer = await send(method, path, { body }, admin.token);
      expect([path, errorOf(answer)]).toEqual([
        path,
        expect.objectContaining({ status: 400, code: 'BAD_USER_INPUT', field: name }),
      ]);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await state()).toBe(before);
  });
});
