import { rawBytes, rawCall } from '../testing/rawCall';
import { startTestServer, type CallOptions, type TestServer } from '../testing/startTestServer';

const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const common =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; manifest-src 'self'; ";
const always = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
/** Of the inline script of server/testing/client. */
const inline = "'sha256-MiA/1yhYWRMeaK4s4BjmBoUy0uE2+ewXKXUJkHQ0hG4='";
const year = 'max-age=31536000; includeSubDomains';
const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? 'no nonce';

type Kind = [name: string, status: number, policy: string, method: string, path: string, options?: CallOptions];
const query = (text: string): CallOptions => ({ body: { query: text } });

const kinds = (page: string, playground: string): Kind[] => [
  ['a page', 200, page, 'GET', '/'],
  ['an unknown page', 404, page, 'GET', '/no-such-page'],
  ['an unknown product', 404, page, 'GET', '/products/no-such-product'],
  ['the playground', 200, playground, 'GET', '/playground'],
  ['a script', 200, apiPolicy, 'GET', '/assets/index-AbCd1234.js'],
  ['a picture', 200, apiPolicy, 'GET', '/favicon.svg'],
  ['a missing asset', 404, apiPolicy, 'GET', '/assets/none.js'],
  ['the settings', 200, apiPolicy, 'GET', '/config.json'],
  ['health', 200, apiPolicy, 'GET', '/livez'],
  ['REST', 200, apiPolicy, 'GET', '/api/product'],
  ['REST: invalid input', 400, apiPolicy, 'GET', '/api/product?nonsense=1'],
  ['REST: invalid JSON', 400, apiPolicy, 'POST', '/api/product', { body: '{' }],
  ['REST: no token', 401, apiPolicy, 'GET', '/api/users'],
  ['REST: unknown path', 404, apiPolicy, 'GET', '/api/none'],
  ['REST: method not allowed', 405, apiPolicy, 'PATCH', '/api/product', { body: {} }],
  ['REST: body too large', 413, apiPolicy, 'POST', '/api/product', { body: { name: 'x'.repeat(102_400) } }],
  [
    'REST: wrong media type',
    415,
    apiPolicy,
    'POST',
    '/api/product',
    { body: 'a', headers: { 'content-type': 'text/plain' } },
  ],
  ['GraphQL', 200, apiPolicy, 'POST', '/graphql', query('{ categories { id } }')],
  ['GraphQL: syntax error', 400, apiPolicy, 'POST', '/graphql', query('{')],
  ['GraphQL: no token', 401, apiPolicy, 'POST', '/graphql', query('{ counts { users } }')],
  ['GraphQL: no acceptable media type', 406, apiPolicy, 'POST', '/graphql', { headers: { accept: 'image/png' } }],
  ['GraphQL: method not allowed', 405, apiPolicy, 'DELETE', '/graphql'],
  ['a target with an empty segment', 404, apiPolicy, 'GET', '//products'],
  ['a preflight', 204, apiPolicy, 'OPTIONS', '/api/product'],
  ['a POST to a page', 405, apiPolicy, 'POST', '/products', { body: {} }],
];

async function checkHeaders(server: TestServer, asked: readonly Kind[], transport: string | null): Promise<void> {
  for (const [name, status, policy, method, path, options] of asked) {
    const answer = await server.call(method, path, options);
    const { headers } = answer;
    const given = headers.get('content-security-policy');
    expect([name, answer.status, given?.replaceAll(nonceOf(given), 'N')]).toEqual([name, status, policy]);
    expect([name, Object.fromEntries([...headers].filter(([key]) => key in always))]).toEqual([name, always]);
    if (status >= 400) expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
    expect([name, headers.get('strict-transport-security')]).toEqual([name, transport]);
    expect([name, headers.get('x-request-id')]).toEqual([name, expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect([name, headers.get('x-powered-by'), headers.get('server')]).toEqual([name, null, null]);
  }
}

describe('E15: the demo shop', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('every kind of answer has the security headers and its CSP', async () => {
    const connect = `connect-src 'self' http://${server.identity.host}`;
    const page = `${common}script-src 'self' ${inline}; style-src 'self' 'nonce-N'; img-src 'self' http: https:; font-src 'self'; ${connect}`;
    const playground = `${common}script-src 'self' ${inline}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; ${connect}`;
    await checkHeaders(server, kinds(page, playground), null);
  });

  test('a request that Node itself refuses gets a CSP and a request id too', async () => {
    const text = await rawBytes(server.port, 'NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    expect(text).toContain(`\r\nContent-Security-Policy: ${apiPolicy}\r\nX-Content-Type-Options: nosniff\r\n`);
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as Record<string, string>;
    expect(text).toContain(`\r\nX-Request-Id: ${body['requestId']}\r\n`);
    expect(body).toMatchObject({ error: 'The request cannot be read.', code: 'BAD_REQUEST' });
  });

  test('failures have the security headers too', async () => {
    const broken = await startTestServer({
      parts: {
        databaseReady: () => false,
        clientFolder: 'server/testing/none',
        resolvers: { Query: { products: () => Promise.reject(new Error('inside')) } } as never,
      },
    });
    try {
      const page = `${common}script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' http: https:; font-src 'self'; connect-src 'self' http://${broken.identity.host}`;
      const failures: Kind[] = [
        ['not ready', 503, apiPolicy, 'GET', '/readyz'],
        ['a page that is being built', 503, page, 'GET', '/'],
        ['REST', 500, apiPolicy, 'GET', '/api/product'],
        ['GraphQL', 500, apiPolicy, 'POST', '/graphql', query('{ products { totalCount } }')],
      ];
      await checkHeaders(broken, failures, null);
    } finally {
      await broken.stop();
    }
  });

  test.each(['/', '/no-such-page'])('%s has a new nonce for its styles in every answer', async (path) => {
    const nonces = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const { headers, text } = await server.call('GET', path);
      const nonce = nonceOf(headers.get('content-security-policy'));
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(text).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`);
      expect(text).not.toContain('__CSP_NONCE__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  test.each(['/', '/no-such-page', '/playground'])('%s is never answered 304', async (path) => {
    const first = await server.call('GET', path);
    expect([first.headers.get('etag'), first.headers.get('last-modified')]).toEqual([null, null]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    for (const condition of [
      { 'if-none-match': '*' },
      { 'if-none-match': '"a", W/"b"' },
      { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() },
    ] as Record<string, string>[]) {
      const headers = { host: `127.0.0.1:${server.port}`, ...condition };
      const { status, text } = await rawCall(server.port, 'GET', path, { headers });
      expect([status, text.length]).toEqual([first.status, first.text.length]);
    }
  });

  test('an unmodified file is answered 304 with the same headers', async () => {
    const asked = { host: `127.0.0.1:${server.port}`, 'accept-encoding': 'br' };
    for (const path of ['/favicon.svg', '/assets/index-AbCd1234.js']) {
      const first = await rawCall(server.port, 'GET', path, { headers: asked });
      const since = { ...asked, 'if-modified-since': String(first.headers['last-modified']) };
      const { status, headers, text } = await rawCall(server.port, 'GET', path, { headers: since });
      expect([path, status, text]).toEqual([path, 304, '']);
      expect(headers).toMatchObject({ ...always, 'content-security-policy': apiPolicy });
    }
  });

  test('caller input never appears as markup in a page', async () => {
    const bad = '</script><script>alert(1)</script>';
    for (const path of [`/?q=${bad}`, `/products?search=${encodeURIComponent(bad)}`, `/${encodeURIComponent(bad)}`]) {
      const headers = { 'x-request-id': bad, 'user-agent': bad, 'accept-language': bad };
      const answer = await server.call('GET', path, { headers });
      // That of the template.
      expect(answer.text.match(/<script>/g)).toHaveLength(1);
      expect(answer.text).not.toContain('</script><script>');
      expect(answer.headers.get('x-request-id')).not.toContain('<');
    }
  });

  test.each(['TRACE', 'PUT', 'PROPFIND', 'LINK'])('%s is answered 405 with an Allow header', async (method) => {
    const host = `127.0.0.1:${server.port}`;
    for (const path of ['/', '/api/product', '/graphql', '/favicon.svg', '/livez', '/none']) {
      const { status, headers, text } = await rawCall(server.port, method, path, { headers: { host } });
      expect([path, status, headers['allow']]).toEqual([path, 405, expect.stringContaining('OPTIONS')]);
      expect(text).toContain('"code":"METHOD_NOT_ALLOWED"');
    }
  });
});

describe('decision 39: Host headers in a demo shop', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ parts: { publicUrl: () => 'http://shop.test:8080' } });
  });
  afterAll(() => server.stop());
  const paths = ['/', '/livez', '/api/product', '/config.json', '/favicon.svg'];
  const asked = (host: string) =>
    Promise.all(paths.map((path) => rawCall(server.port, 'GET', path, { headers: { host } })));

  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', '[::1]:PORT', 'shop.test:8080', 'SHOP.test:8080'])(
    'accepts %s',
    async (host) => {
      const answers = await asked(host.replace('PORT', String(server.port)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    },
  );

  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1:PORT1',
    '127.0.0.1.evil.example:PORT',
    'localhost.evil.example:PORT',
    'localhost',
    'shop.test',
    'shop.test:PORT',
    '0.0.0.0:PORT',
    '127.0.0.1:PORT@evil.example',
    'evil.example#127.0.0.1:PORT',
  ])('refuses %j', async (host) => {
    const answers = await asked(host.replace('PORT', String(server.port)));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(answers.map(({ text }) => (JSON.parse(text) as { code: string }).code)).toEqual(
      paths.map(() => 'FORBIDDEN'),
    );
  });
});

describe('E15: a shop in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      settings: {
        firebase: { projectId: 'corner-shop', apiKey: 'an-api-key', authDomain: 'corner-shop.firebaseapp.com' },
        introspection: false,
      },
      parts: { publicUrl: () => 'https://shop.example' },
    });
  });
  afterAll(() => server.stop());

  test('has Strict-Transport-Security, allows the hosts of Firebase and serves no playground', async () => {
    const page = `${common}script-src 'self' ${inline} https://apis.google.com/js/api.js https://apis.google.com/_/scs/; style-src 'self' 'nonce-N'; img-src 'self' http: https:; font-src 'self'; connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com; frame-src https://corner-shop.firebaseapp.com`;
    const others = kinds(page, page).filter(([name]) => name !== 'the playground');
    await checkHeaders(server, [...others, ['no playground', 404, page, 'GET', '/playground']], year);
  });

  test('leaves checking the Host header to the proxy', async () => {
    const { status } = await rawCall(server.port, 'GET', '/livez', { headers: { host: 'shop.example' } });
    expect(status).toBe(200);
  });
});
