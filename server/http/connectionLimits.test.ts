import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { limitConnections } from './connectionLimits';

const stalledMs = 200;
const http = createServer();
const log = null as never;
let port: number;

beforeAll(async () => {
  limitConnections(http, log, { stalledMs, perClient: 0, clientOf: String, onRefusal: () => undefined });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  ({ port } = http.address() as AddressInfo);
});
afterAll(() => {
  http.close();
  http.closeAllConnections();
});

/** Sends a request and returns the response that it waits for. */
async function ask(bytes: string) {
  const asked = once(http, 'request') as Promise<[unknown, ServerResponse]>;
  const client = connect(port, '127.0.0.1');
  client.write(bytes);
  const [, response] = await asked;
  return { answer: text(client), response };
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

test('a client waits longer than the stall timeout for a response that takes long to make', async () => {
  const { answer, response } = await ask(`${head(2)}{}`);
  await delay(3 * stalledMs);
  response.write('first');
  await delay(3 * stalledMs);
  response.end('last');
  expect(await answer).toMatch(/first[^]*last/);
});

test('a response that is never made is given up after ten times the stall timeout', async () => {
  const startedAt = performance.now();
  const { answer } = await ask(`${head(2)}{}`);
  expect(await answer).toBe('');
  expect(performance.now() - startedAt).toBeGreaterThan(9 * stalledMs);
});

test('a client that stalls within its request is closed after the stall timeout', async () => {
  const startedAt = performance.now();
  const { answer } = await ask(`${head(20)}{`);
  expect(await answer).toBe('');
  expect(performance.now() - startedAt).toBeLessThan(5 * stalledMs);
});
