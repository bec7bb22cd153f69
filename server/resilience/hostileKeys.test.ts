import { Agent, request as send } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newApiKeyText } from '../auth/apiKeyText';
import { createRateLimiter } from '../http/rateLimits';
import { clientKey } from '../http/clientAddress';
import { createLogger } from '../http/logging';
import { createPageRenderer } from '../pages/pageRenderer';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const attempts = process.env['KIOSK_LONG'] ? 20_000 : 400;
// The long form sends 300,000 requests, many of them of 90 kB, beside another long test.
jest.setTimeout(process.env['KIOSK_LONG'] ? 7_200_000 : 600_000);
const maxGrowth = 40 * 1024 * 1024;
const filler = (length: number, number: number) => `${number}`.padEnd(length, 'x');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Attack {
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const list = 'products(first: 1) { nodes { name } }';
const json = { 'content-type': 'application/json' };

/** Values that an anonymous client can choose, different in each request. */
const attacks: Readonly<Record<string, (number: number) => Attack>> = {
  'undeclared variables with long names': (number) => ({
    body: { query: `query Q${number % 7} { categories { name } }`, variables: { [filler(90_000, number)]: 1 } },
  }),
  'declared variables with odd values': (number) => ({
    body: {
      query: `query ($first: Int!, $a: Boolean) { ${list.replace('1', '$first')} }`,
      variables: { first: number, a: null },
    },
  }),
  'variables of a wrong type': (number) => ({
    body: {
      query: `query ($first: Int!) { ${list.replace('1', '$first')} }`,
      variables: { first: filler(60_000, number) },
    },
  }),
  'documents with a long comment': (number) => ({
    body: { query: `query { ${list} } # ${filler(90_000, number)}` },
  }),
  'documents with long aliases': (number) => ({
    body: { query: `query { ${filler(15_000, number).replace(/^/, 'a')}: ${list} }` },
  }),
  'operation names': (number) => ({
    body: { query: `query A { ${list} }`, operationName: filler(60_000, number) },
  }),
  'cacheable questions, each asked twice': (number) => ({
    body: {
      query: `query ($s: String) { products(first: 1, filter: { search: $s }) { nodes { name } } }`,
      variables: { s: `x${number >> 1}` },
    },
  }),
  'headers that an answer may depend on': (number) => ({
    headers: { ...json, accept: `application/json, text/${filler(6_000, number)}` },
    body: { query: `{ ${list} }` },
  }),
  'addresses of pages': (number) => ({ method: 'GET', path: `/?x=${filler(6_000, number)}` }),
  'addresses of a product': (number) => ({ method: 'GET', path: `/products/${filler(1_500, number)}` }),
  'cursors by REST': (number) => ({ method: 'GET', path: `/api/product?limit=1&cursor=${filler(1_500, number)}` }),
  'paths that do not exist': (number) => ({ method: 'GET', path: `/api/${filler(6_000, number)}` }),
  'forwarded addresses': (number) => ({
    headers: { ...json, 'x-forwarded-for': filler(8_000, number) },
    body: { query: `{ ${list} }` },
  }),
  'tokens that are none': (number) => ({
    headers: { ...json, authorization: `Bearer ${filler(4_000, number)}` },
    body: { query: `{ ${list} }` },
  }),
  'API keys that are none': () => ({
    headers: { ...json, authorization: `Bearer ${newApiKeyText()}` },
    body: { query: `{ ${list} }` },
  }),
};

let server: TestServer;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
beforeAll(async () => {
  const log = createLogger('silent');
  const pageRenderer = createPageRenderer(__filename, log, async () => async (address) => ({
    styles: '',
    imagePreloads: '',
    body: `<div id="root">${address}${'x'.repeat(30_000)}</div>`,
  }));
  await pageRenderer.reload();
  server = await startTestServer({
    // Each attempt has its own client address, so that the rate limit refuses none.
    settings: { rateLimits: { reads: 3_000, writes: 120, tokens: 60, registrations: 10 }, trustProxy: 1 },
    parts: { log, pageRenderer },
  });
});
afterAll(async () => {
  agent.destroy();
  await server.stop();
});

function attempt(
  { method = 'POST', path = '/graphql', headers = json, body }: Attack,
  number: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;
    const outgoing = send(
      {
        agent,
        host: '127.0.0.1',
        port: server.port,
        method,
        path,
        headers: { 'x-forwarded-for': address, ...headers },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function heapUsed(): Promise<number> {
  // Sockets and timers release memory one turn later, and external buffers after each collection.
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

test(`${attempts} requests of each kind with hostile keys grow the heap by less than 40 MB in total`, async () => {
  const kinds = Object.entries(attacks);
  for (const [, make] of kinds) for (let number = 0; number < 20; number += 1) await attempt(make(number), number);
  const before = await heapUsed();
  const growth: number[] = [];
  let next = 0;
  for (const [kind, make] of kinds) {
    const statuses = new Set<number>();
    const work = async () => {
      for (let number = next++; number < 20 + attempts; number = next++)
        statuses.add(await attempt(make(number), number));
    };
    next = 20;
    await Promise.all(Array.from({ length: 8 }, work));
    growth.push((await heapUsed()) - before);
    expect({ kind, failed: [...statuses].filter((status) => status >= 500) }).toEqual({ kind, failed: [] });
  }
  // Measured after each kind, because the next kind may evict its entries.
  expect(Math.max(...growth)).toBeLessThan(maxGrowth);
});

test('counts clients with long forwarded addresses without retaining the addresses', async () => {
  const limiter = createRateLimiter({ reads: 5, writes: 5, tokens: 5, registrations: 5 });
  const count = (number: number) => {
    // A flat string, as Node creates it for a header: a substring would retain all of it.
    const header = Buffer.from(filler(8_192, number), 'latin1').toString('latin1');
    limiter('reads', clientKey(header, 56));
  };
  for (let number = 0; number < 100; number += 1) count(number);
  const before = await heapUsed();
  for (let number = 100; number < 20_100; number += 1) count(number);
  expect((await heapUsed()) - before).toBeLessThan(maxGrowth);
  // The client is still being counted.
  expect(() => {
    for (let again = 0; again < 5; again += 1) count(20_099);
  }).toThrow('Too many requests');
});
