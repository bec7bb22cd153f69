import { endpoints } from '../rest/endpoints';
import { rawCall } from '../testing/rawCall';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const origin = 'https://partner.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { corsOrigins: [origin] } });
});
afterAll(() => server.stop());

const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawCall(server.port, method, path, { headers: { host: `127.0.0.1:${server.port}`, ...headers } });

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const filled = (path: string) => path.replace(/:(\w+)/g, 'x%40kiosk.test');

const addresses: [path: string, allow: string][] = [
  ['/graphql', 'GET, POST, OPTIONS'],
  ['/GraphQL/', 'GET, POST, OPTIONS'],
  ['/api', 'POST, OPTIONS'],
  ['/api/', 'POST, OPTIONS'],
  ['/api/jwt', 'POST, OPTIONS'],
  ['/api/product', 'GET, HEAD, POST, OPTIONS'],
  ['/API/Product/', 'GET, HEAD, POST, OPTIONS'],
  ['/api/store', 'GET, HEAD, POST, OPTIONS'],
  ['/api/store/key', 'GET, HEAD, DELETE, OPTIONS'],
  ['/api/users', 'POST, GET, HEAD, OPTIONS'],
  ['/api/users/a%2Fb@kiosk.test', 'DELETE, OPTIONS'],
  ['/api/users/role', 'DELETE, OPTIONS'],
  ['/api/users/role/a@kiosk.test', 'GET, HEAD, PATCH, OPTIONS'],
  ['/api/counts', 'GET, HEAD, OPTIONS'],
  ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ...['/', '/products', '/no such page'.replaceAll(' ', '-'), '/livez', '/readyz', '/config.json', '/robots.txt'].map(
    (path): [string, string] => [path, 'GET, HEAD, OPTIONS'],
  ),
];

test.each(addresses)('%s allows %s, as the Allow header of OPTIONS and 405 answers says', async (path, allow) => {
  const options = await ask('OPTIONS', path);
  expect([options.status, options.headers['allow']]).toEqual([204, allow]);
  for (const method of methods) {
    const { status, headers } = await ask(method, path);
    if (allow.split(', ').includes(method)) expect([method, status]).not.toEqual([method, 405]);
    else expect([method, status, headers['allow']]).toEqual([method, 405, allow]);
  }
});

test.each(endpoints.map(({ method, path }) => [method, filled(path)] as const))(
  '%s /api%s is allowed',
  async (method, path) => {
    const options = await ask('OPTIONS', `/api${path}`);
    expect(String(options.headers['allow']).split(', ')).toContain(method);
    expect((await ask(method, `/api${path}`)).status).not.toBe(405);
  },
);

test('an unknown API path has no Allow header and answers 404 or 400', async () => {
  for (const method of methods.filter((each) => each !== 'HEAD'))
    for (const path of ['/api/nothing', '/api/product/x/y']) {
      const { status, headers } = await ask(method, path, {
        'content-type': 'application/json',
        'content-length': '0',
      });
      expect([method, path, headers['allow']]).toEqual([method, path, undefined]);
      expect([404, 400]).toContain(status);
    }
});

test('a CORS preflight from a listed origin returns the methods of the path', async () => {
  const { status, headers } = await ask('OPTIONS', '/api/store/key', {
    origin,
    'access-control-request-method': 'DELETE',
  });
  const allow = 'GET, HEAD, DELETE, OPTIONS';
  expect([status, headers['allow'], headers['access-control-allow-methods']]).toEqual([
    204,
    allow,
    allow.replaceAll(' ', ''),
  ]);
});

describe('a request without its required body is refused', () => {
  const rows = endpoints.filter(({ body }) => body).map(({ method, path }) => [method, `/api${filled(path)}`] as const);
  const calls = [...rows, ['POST', '/graphql'] as const];
  test.each(calls)('%s %s', async (method, path) => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', undefined]) {
      const { status, text } = await ask(method, path, {
        'content-length': '0',
        ...(type !== undefined && { 'content-type': type }),
      });
      expect([type, status, text]).toEqual([type, 400, expect.stringContaining('The request needs a body')]);
    }
    expect((await ask(method, path, { 'content-length': '0', 'content-type': 'text/plain' })).status).toBe(415);
  });
});
