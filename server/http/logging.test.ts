import { gzipSync } from 'node:zlib';
import { createLogger } from './logging';
import { resolvers } from '../resolvers';
import { createPrincipals, signUp, type Principal, type PrincipalName } from '../testing/principals';
import { rawBytes, rawCall } from '../testing/rawCall';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

/** Canaries sent in every input of a caller; none may appear in a log, an error or the metrics. */
const password = 'CanaryPassword9!';
const text = 'CanaryBodyText7';
const email = 'canary.sparrow@kiosk.test';
const quoted = (value: string) => JSON.stringify(value);

interface Told {
  readonly what: string;
  readonly status: number;
  readonly id: string | undefined;
  readonly type: string;
  readonly body: string;
}

const told: Told[] = [];
const printed: string[] = [];
let server: TestServer;
let broken: TestServer;
let canary: Principal;
let people: Record<PrincipalName, Principal>;

/** An error as libraries throw it: quoted values, addresses and tokens in the message and in other fields. */
function libraryError(token = ''): Error {
  const dup = `E11000 duplicate key error collection: kiosk.users index: email_1 dup key: { email: "${email}", slug: "${text.toLowerCase()}" }`;
  const cause = Object.assign(new SyntaxError(`Unexpected token 'C', "${text} ${password}" is not valid JSON`), {
    body: text,
  });
  return Object.assign(new Error(`${dup} for Bearer ${token} of <${email}>`, { cause }), {
    code: 11_000,
    keyValue: { email, password },
    config: { headers: { authorization: `Bearer ${token}` } },
    body: `{"password":"${password}"}`,
    response: { body: text, email },
    errors: [new Error(`${email} ${text}`)],
  });
}

beforeAll(async () => {
  const keep = (chunk: unknown) => (printed.push(String(chunk)), true);
  jest.spyOn(process.stdout, 'write').mockImplementation(keep);
  jest.spyOn(process.stderr, 'write').mockImplementation(keep);
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    jest
      .spyOn(console, level)
      .mockImplementation((...parts: unknown[]) => void printed.push(parts.map(String).join(' ')));
  server = await startTestServer();
  people = await createPrincipals(server);
  canary = await signUp(server, 'canary.sparrow');
  const fail = () => Promise.reject(libraryError(canary.token));
  const throwText = () => {
    // Some libraries throw values that are not errors.
    throw `${email} ${canary.token}`;
  };
  broken = await startTestServer({
    parts: {
      resolvers: {
        ...resolvers,
        Query: { ...resolvers.Query, products: fail, cart: throwText },
        Mutation: { ...resolvers.Mutation, createProduct: fail, registerUser: fail, createAccessToken: fail },
      } as never,
    },
  });
  broken.identity.add({ uid: canary.uid, email, emailVerified: true, name: text });
});
afterAll(async () => {
  await Promise.all([server.stop(), broken.stop()]);
  jest.restoreAllMocks();
});

function note(what: string, { status, headers, text: body }: Pick<Answer, 'status' | 'headers' | 'text'>): void {
  const [type = '', id] = [headers.get('content-type') ?? '', headers.get('x-request-id') ?? undefined];
  told.push({ what, status, id, type, body });
}

async function rest(method: string, path: string, body?: unknown, options: object = {}, on = server): Promise<void> {
  note(`${method} ${path}`, await on.call(method, path, { token: canary.token, body, ...options }));
}

async function graphql(query: string, variables?: object, options: object = {}, on = server): Promise<void> {
  note(query, await on.graphql(query, variables, { token: canary.token, ...options }));
}

const create = 'mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const register = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
const takeToken = 'mutation T($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }';
const person = { name: text, email, photoURL: `C:\\fakepath\\${text}.png` };
const product = { name: text, slug: text.toLowerCase(), description: text, price: 5, categories: [text] };

async function workingCalls(): Promise<void> {
  await rest('POST', '/api/users', { ...person, password, role: 'admin' });
  await rest('POST', '/api/jwt', { email });
  await rest('POST', '/api/product', product);
  await rest('POST', '/api/store', { slug: product.slug, name: text });
  await rest('GET', `/api/store?email=${encodeURIComponent(email)}`);
  await rest('GET', `/api/store/${encodeURIComponent(email)}`);
  await rest('GET', `/api/users/role/${encodeURIComponent(email)}`);
  await rest('GET', `/products/${product.slug}`);
  await graphql(register, { input: person });
  await graphql(takeToken, { input: { email } });
  await graphql(create, { input: { ...product, slug: `${product.slug}-2` } });
  await graphql(
    `{ me { name email } cart(email: ${quoted(email)}) { id } product(slug: ${quoted(product.slug)}) { name } }`,
  );
  await graphql(`query ${text} { products(filter: { search: ${quoted(text)} }) { totalCount } }`);
}

/** Refused by the validation or the authorization of the operations. */
async function refusedCalls(): Promise<void> {
  const wrong = { ...product, price: text };
  const stranger = { token: people.other.token };
  await rest('POST', '/api/product', product);
  await rest('POST', '/api/product', wrong);
  await rest('POST', '/api/product', { ...product, [`x`]: password });
  await rest('POST', '/api/product', { ...product, slug: `${text} ${password}` });
  await rest('POST', '/api/product', { ...product, photos: [`javascript:${text}`] });
  await rest('POST', '/api/users', { ...person, name: [password] });
  await rest('POST', '/api/users', { ...person, password }, stranger);
  await rest('POST', '/api/jwt', { email, password });
  await rest('POST', '/api/jwt', { email }, stranger);
  await rest('POST', '/api/jwt', { email }, { token: undefined });
  await rest('POST', '/api/store', { slug: text });
  for (const options of [stranger, { token: undefined }, { token: `${canary.token}x` }]) {
    await rest('GET', `/api/users/role/${email}`, undefined, options);
    await rest('GET', `/api/store?email=${email}`, undefined, options);
    await rest('GET', `/api/store/${email}`, undefined, options);
    await rest('DELETE', `/api/users/${email}`, undefined, options);
  }
  await rest('PATCH', `/api/users/role/${email}`, { role: text }, { token: people.admin.token });
  await rest('PATCH', `/api/users/role/${email}`, { role: 'admin' });
  await graphql(create, { input: product });
  await graphql(create, { input: wrong });
  await graphql(create, { input: text });
  await graphql(create, { input: { ...product, categories: [{ email, password }] } });
  await graphql(register, { input: { ...person, password } });
  await graphql(register, { input: person }, stranger);
  await graphql(takeToken, { input: { email } }, stranger);
  await graphql(takeToken, { input: { email } }, { token: undefined });
  await graphql(`mutation { deleteUser(input: { email: ${quoted(email)} }) { user { id } } }`, {}, stranger);
}

/** Refused before any operation runs: invalid documents and requests. */
async function unreadableCalls(): Promise<void> {
  const literal = `name: ${quoted(text)}, email: ${quoted(email)}, password: ${quoted(password)}`;
  for (const query of [
    `mutation { registerUser(input: { ${literal} }) { user { id } } }`,
    `mutation { createProduct(input: { name: ${quoted(text)}, price: ${quoted(password)} }) { product { id } } }`,
    `mutation { createProduct(input: ${quoted(password)}) { product { id } } }`,
    `mutation { createProduct(input: { name: { a: ${quoted(password)} }, price: 1 }) { product { id } } }`,
    `mutation { changeUserRole(input: { email: ${quoted(email)}, role: ${quoted(password)} }) { user { id } } }`,
    `{ products(first: ${quoted(password)}) { totalCount } }`,
    `{ products(sort: ${quoted(text)}) { totalCount } }`,
    `{ products(after: ${quoted(text)}) { totalCount } }`,
    `{ product(slug: ${quoted(email)} ${quoted(password)}) { id } }`,
    `{ product(slug: """${password} ${email}""" """x""") { id } }`,
    `{ product(slug: "${password}`,
    `${quoted(email)}`,
    `{ product(slug: "${text}\\q") { id } }`,
    `query A($a: String = ${quoted(password)} ${quoted(email)}) { me { id } }`,
    `query A($a: Int = ${quoted(password)}) { products(first: $a) { totalCount } }`,
  ])
    await graphql(query);
  await rest('POST', '/graphql', { query: '{ me { id } }', operationName: text });
  await rest('POST', '/graphql', { query: { email, password } });
  await rest('POST', '/graphql', { query: '{ me { id } }', variables: `${email} ${password}` });
  await rest('POST', '/graphql', [{ query: text }]);
  await rest('GET', `/graphql?query=${encodeURIComponent(`{ product(slug: ${quoted(email)}) { id } }`)}`);
  const secrets = JSON.stringify({ ...person, password });
  for (const path of ['/api/users', '/api/jwt', '/graphql']) {
    await rest('POST', path, secrets.slice(0, -1));
    await rest('POST', path, `${password} ${email}`);
    await rest('POST', path, secrets.replace('{', `{"password":"${password}",`));
    await rest('POST', path, secrets, { headers: { 'content-type': 'text/plain' } });
    await rest('POST', path, secrets, { headers: { 'content-type': `application/json; charset=${text}` } });
    await rest('POST', path, secrets, { headers: { 'content-type': 'application/json', 'content-encoding': text } });
    await rest('POST', path, `{"password":"${password.repeat(10_000)}"}`);
    await rest('PUT', path, secrets);
  }
}

/** Canaries in headers and URLs. */
async function writtenElsewhere(): Promise<void> {
  const basic = Buffer.from(`${email}:${password}`).toString('base64');
  for (const headers of [
    { authorization: `Basic ${basic}` },
    { authorization: `Bearer ${email} ${password}` },
    { authorization: `Bearer ${canary.token}, Bearer ${canary.token}` },
    { cookie: `session=${canary.token}; password=${password}` },
    { 'x-request-id': email },
    { 'idempotency-key': `${email} ${password}` },
    {
      accept: text,
      'user-agent': text,
      referer: `https://shop.example/?email=${email}`,
      origin: `https://${text}.example`,
    },
    { 'if-none-match': password, 'x-forwarded-for': email, 'x-http-method-override': text },
  ] as Record<string, string>[]) {
    await rest('GET', '/api/users', undefined, { headers });
    await rest('POST', '/api/jwt', { email: text }, { headers });
    await graphql(create, { input: { ...product, price: 0 } }, { headers });
  }
  const key = { headers: { 'idempotency-key': text } };
  await rest('POST', '/api/product', { ...product, slug: '' }, key);
  await rest('POST', '/api/product', { ...product, slug: '' }, key);
  await rest('POST', '/api/product', { ...product, price: 7 }, key);
  for (const path of [
    `/api/users/${email}/orders`,
    `/api/${password}`,
    `/api/product?search=${email}`,
    `/api/product?limit=${password}`,
    `/api/product?cursor=${text}`,
    `/api/store?email=${password}`,
    `/api/store?email=${canary.token}`,
    `/api/store/${password}`,
    `/api/%ff${text}`,
    `/${email}`,
    `/products/${email}`,
    `/assets/${text}.js`,
    `/login?email=${email}&password=${password}`,
  ]) {
    await rest('GET', path);
    await rest('DELETE', path);
  }
}

/** Malformed requests that Node itself refuses. */
async function brokenRequests(): Promise<void> {
  const host = `Host: 127.0.0.1:${server.port}`;
  for (const bytes of [
    `${password} ${email}\r\n\r\n`,
    `GET /?${email} HTTP/1.1\r\n${host}\r\nAuthorization : Bearer ${canary.token}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}\r\nCookie: ${password.repeat(2_000)}\r\n\r\n`,
    `CONNECT ${email}:443 HTTP/1.1\r\n${host}\r\nProxy-Authorization: ${password}\r\n\r\n`,
    `GET /api/users/role/${email} HTTP/1.1\r\nX: ${text}\r\n\r\n`,
    `POST /api/users HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${password}\r\n`,
    ...[
      `http://x/?email=${email}&token=${canary.token}`,
      `http://[${text}`,
      `x${password}`,
      `*${email}`,
      `//[${text}`,
    ].map((target) => `GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`),
    `TRACE /api/users/${email} HTTP/1.1\r\n${host}\r\nConnection: close\r\nX: ${password}\r\n\r\n`,
  ]) {
    const answer = await rawBytes(server.port, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const headers = new Headers(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ') as [string, string]),
    );
    note(bytes, { status: Number(head.split(' ')[1]), headers, text: body });
  }
  const headers = { host: `127.0.0.1:${server.port}`, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = gzipSync(JSON.stringify({ password, email })).subarray(0, -4);
  const cut = await rawCall(server.port, 'POST', '/api/users', { headers, body });
  note('cut gzip', { ...cut, headers: new Headers(cut.headers as Record<string, string>) });
}

/** Internal failures with the errors of libraries. */
async function maskedFailures(): Promise<void> {
  await rest('GET', '/api/product', undefined, {}, broken);
  await rest('POST', '/api/product', product, {}, broken);
  await rest('POST', '/api/users', { ...person, password }, {}, broken);
  await rest('POST', '/api/jwt', { email }, {}, broken);
  await rest('GET', `/api/store?email=${email}`, undefined, {}, broken);
  await graphql(`{ products(filter: { search: ${quoted(text)} }) { totalCount } }`, undefined, {}, broken);
  await graphql(`{ cart(email: ${quoted(email)}) { id } }`, undefined, {}, broken);
  await graphql(register, { input: person }, {}, broken);
  await graphql(takeToken, { input: { email } }, {}, broken);
  const claim = jest.spyOn(broken.repositories.idempotency, 'claim').mockRejectedValue(libraryError(canary.token));
  const key = { headers: { 'idempotency-key': text } };
  await rest('POST', '/api/product', product, key, broken);
  await graphql(create, { input: product }, key, broken);
  claim.mockRestore();
}

/** The canaries as plain text, URL-encoded and in base64 at any alignment, and parts of the token. */
function traces(token: string): string[] {
  const encoded = [password, text, email].flatMap((value) =>
    [0, 1, 2].map((offset) =>
      Buffer.from(' '.repeat(offset) + value)
        .toString('base64')
        .slice(offset === 0 ? 0 : 4, 16),
    ),
  );
  const payload = token.split('.')[1] ?? '';
  return [
    password,
    encodeURIComponent(password),
    text,
    email,
    'canary.sparrow',
    payload.slice(0, 30),
    payload.slice(-30),
    ...encoded,
  ];
}

const hits = (where: string, sought: readonly string[]) =>
  sought.filter((trace) => where.toLowerCase().includes(trace.toLowerCase()));

describe('E17: caller input stays out of logs, errors and metrics', () => {
  let lines: string[];
  let sought: string[];
  beforeAll(async () => {
    await workingCalls();
    const accepted = told.splice(0);
    expect(accepted.filter(({ status, body }) => status > 201 || body.includes('"errors"'))).toEqual([]);
    await refusedCalls();
    await unreadableCalls();
    await writtenElsewhere();
    await brokenRequests();
    await maskedFailures();
    lines = [...server.logLines, ...broken.logLines];
    sought = traces(canary.token ?? '');
  }, 60_000);

  test('the search detects every canary, and the calls cover every refusal status', () => {
    for (const trace of [
      password,
      encodeURIComponent(email),
      Buffer.from(`a${text}`).toString('base64'),
      canary.token ?? '',
    ])
      expect(hits(`x${trace}y`, sought)).not.toEqual([]);
    expect(told.length).toBeGreaterThanOrEqual(150);
    expect(new Set(told.map(({ status }) => status))).toEqual(
      new Set([200, 201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 431, 500]),
    );
  });

  test('no log line and no printed text contains a canary', () => {
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter((line) => hits(line, sought).length > 0).slice(0, 5)).toEqual([]);
    expect(printed.filter((line) => hits(line, sought).length > 0)).toEqual([]);
  });

  test('every log line is one JSON object with a level and a time', () => {
    for (const line of lines) {
      expect(line).toMatch(/^\{[^\r\n\u2028\u2029]*\}\n$/);
      expect(JSON.parse(line)).toEqual(
        expect.objectContaining({
          level: expect.stringMatching(/^(info|warn|error)$/),
          time: expect.any(String),
          pid: process.pid,
        }),
      );
    }
  });

  test('no error answer contains a canary', () => {
    const errors = told.filter(({ status, body }) => status >= 400 || body.includes('"errors"'));
    expect(errors.filter(({ body }) => hits(body, sought).length > 0).map(({ what, body }) => [what, body])).toEqual(
      [],
    );
  });

  test('the metrics contain no canary and a limited number of series', async () => {
    const text = (await server.server.metrics.text()) + (await broken.server.metrics.text());
    expect(text).toContain('kiosk_http_request_duration_seconds_count');
    expect(hits(text, sought)).toEqual([]);
    const series = text.split('\n').filter((line) => /^kiosk_/.test(line) && !/^\w+_bucket/.test(line));
    expect(series.length).toBeLessThan(2 * 200);
  });

  test('every refusal and failure has a request id that is in the log', () => {
    const failed = told.filter(({ status }) => status >= 400);
    for (const { what, status, id, type, body } of failed) {
      expect([what, id]).toEqual([what, expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)]);
      const about = lines.filter((line) => line.includes(`"requestId":"${id}"`));
      expect([what, about.filter((line) => /"status":\d/.test(line)).length]).toEqual([what, 1]);
      // A missing page is HTML and shows no request id.
      if (!type.startsWith('text/html'))
        expect([what, status, body]).toEqual([what, status, expect.stringContaining(`"requestId":"${id}"`)]);
    }
  });

  test('logs a failure with its message and stack', () => {
    const failures = lines.filter((line) => line.includes('Operation failed'));
    expect(failures.length).toBeGreaterThan(5);
    expect(failures[0]).toContain('E11000 duplicate key error collection: kiosk.users');
    expect(failures[0]).toContain('logging.test.ts');
  });
});

test('a debug logger writes JSON with personal and circular values replaced', () => {
  const written: string[] = [];
  const circle: Record<string, unknown> = {};
  circle['itself'] = circle;
  createLogger('debug', { write: (line) => void written.push(line) }).debug(
    { email, headers: { cookie: text }, nested: { token: text, list: [{ deeper: { password } }], number: 1 }, circle },
    'a\nb',
  );
  expect(JSON.parse(written.join(''))).toMatchObject({
    msg: 'a\nb',
    email: '[redacted]',
    headers: '[redacted]',
    nested: { token: '[redacted]', list: [{ deeper: { password: '[redacted]' } }], number: 1 },
    circle: '[unreadable]',
  });
});

test('truncates long values, so that log lines stay short', () => {
  const written: string[] = [];
  const long = 'x y '.repeat(25_000);
  const error = new Error(long, { cause: new Error(`${long}\n    at ${long}`) });
  const log = createLogger('debug', { write: (line) => void written.push(line) });
  log.error({ err: error, text: long, nested: { list: [long] }, reason: long }, 'failed');
  const [line = ''] = written;
  expect(line.length).toBeLessThan(20_000);
  expect(JSON.parse(line)).toMatchObject({ msg: 'failed', text: expect.stringMatching(/^(x y ){250} …$/) });
});
