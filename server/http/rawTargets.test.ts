import { connect } from 'node:net';
import fc from 'fast-check';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let withoutData: TestServer;
beforeAll(async () => {
  [server, withoutData] = [await startTestServer(), await startTestServer({ settings: { htmlData: false } })];
});
afterAll(async () => {
  await server.stop();
  await withoutData.stop();
});

interface Refusal {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Requests a raw target byte by byte; an HTTP client would normalise it. */
function ask(target: string, method = 'GET', port = server.port): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
        'latin1',
      ),
    );
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => {
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? NaN), headers, body });
    });
  });
}

const seenBefore = () => server.logLines.length;
const errorsSince = (from: number) =>
  server.logLines.slice(from).filter((line) => /error|fatal/.test((JSON.parse(line) as { level: string }).level));

test.each([
  ['//', 404],
  ['///', 404],
  ['//[', 404],
  ['//evil.example/products', 404],
  ['/\\', 404],
  ['/\\[', 404],
  ['//graphql', 404],
  ['//api/product', 404],
  ['/%', 404],
  ['/%2f%2f[', 404],
  ['/?//[', 200],
  ['/products?x=%', 200],
  ['/products?http://[', 200],
  ['/products/%ff', 404],
  ['/api/store/%ff', 400],
  ['/api//', 404],
  ['/graphql//[', 400],
  ['/api/product?cursor=//[', 400],
])('GET %s is %d and logs no error', async (target, status) => {
  const from = seenBefore();
  const answer = await ask(target);
  expect(answer.status).toBe(status);
  expect(errorsSince(from)).toEqual([]);
});

test.each([
  'http://x/',
  'http://[',
  'http://x/?email=ada@shop.example&token=secret',
  'HTTP://127.0.0.1/api/product',
  'https://shop.example/graphql?query={me{id}}',
  'x',
  'api/product',
  '?x=1',
  '*',
  '[',
  'mailto:ada@shop.example',
  'javascript:alert(1)',
])('GET %s has no leading slash: 400 with the standard headers', async (target) => {
  const from = seenBefore();
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const { status, headers, body } = await ask(target, method);
    expect([method, status]).toEqual([method, 400]);
    expect(headers).toMatch(/^Cache-Control: no-store\r$/m);
    // The parser of Node itself refuses some of them.
    expect(headers).toMatch(/^Content-Security-Policy: default-src 'none';/m);
    expect(headers).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ code: 'BAD_REQUEST' });
  }
  expect(errorsSince(from)).toEqual([]);
  expect(server.logLines.slice(from).join('\n')).not.toMatch(/secret|ada@|alert|evil|shop\.example/);
});

test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT', 'TRACE'])(
  '%s of any target is answered below 500 with a line in the log, which is no error',
  async (method) => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '\\',
        '[',
        ']',
        '?',
        '#',
        '%',
        '%2f',
        '%00',
        '%ff',
        '%5b',
        ':',
        '@',
        '..',
        '.',
        ';',
        '&',
        '=',
        '*',
      ],
      ...[
        'http:',
        'api',
        'graphql',
        'products',
        'product',
        'assets',
        'pictures',
        'sitemap.xml',
        'config.json',
        'store',
      ],
      ...[
        '?cursor=',
        '?limit=',
        '?search=',
        '?query={',
        '{',
        '}',
        '^',
        '|',
        '`',
        '"',
        '<',
        'é',
        '\x80',
        '\xff',
        'a',
        '1',
        '-',
      ],
    );
    const target = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const from = seenBefore();
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(target, fc.constantFrom('', '/', '//'), async (text, start) => {
        requests += 1;
        for (const { port } of [server, withoutData]) {
          const { status } = await ask(start + text, method, port);
          // NaN where there was no answer.
          expect(status >= 200 && status < 500).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
    expect(seenBefore() - from).toBe(requests);
    expect(errorsSince(from)).toEqual([]);
  },
);
