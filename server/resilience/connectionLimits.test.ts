import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ObjectId } from 'mongodb';
import { productDocument } from '../products/productDocument';
import { startTestServer, type TestServer } from '../testing/startTestServer';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const megabyte = 1024 * 1024;
/** Larger than the socket buffers of a client that reads nothing. */
const largeBytes = 24 * megabyte;
const products = 2_000;
const stalledMs = 1_000;

let folder: string;
let server: TestServer;
const clients: Socket[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-slow-'));
  writeFileSync(join(folder, 'large.jpg'), Buffer.alloc(largeBytes));
  writeFileSync(join(folder, 'catalogue.json'), Buffer.alloc(largeBytes, ' '));
  server = await startTestServer({ parts: { stalledMs, publicFolder: folder } });
  const made = Array.from({ length: products }, (_, index) =>
    productDocument(
      {
        ...{ name: `Lamp ${index}`, slug: `lamp-${index}`, description: 'x'.repeat(9_900), price: 5, discount: 0 },
        ...{ photos: [], categories: [], inStock: true },
      },
      {},
      { _id: new ObjectId(), ownerUid: 'somebody', createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000) },
    ),
  );
  for (let from = 0; from < products; from += 100)
    await server.repositories.products.insertMany(made.slice(from, from + 100));
  // Building the sitemap takes longer than the stall timeout of this test.
  await fetch(`${server.url}/sitemap-products-1.xml`);
}, 120_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const request = (line: string, body = '') =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1:PORT', 'Content-Type: application/json', `Content-Length: ${body.length}`]
    .concat('', body)
    .join('\r\n');

interface Opened {
  readonly client: Socket;
  readonly ours: Socket;
  readonly closed: Promise<unknown>;
}

/** Opens a connection whose client reads nothing, and returns both of its ends. */
async function open(bytes: string, { port, server: { http } } = server): Promise<Opened> {
  const accepted = once(http, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  const [ours] = await accepted;
  // Registered at once, because one of many connections may close while others are still opened.
  const closed = new Promise((resolve) => ours.once('close', resolve));
  client.write(bytes.replaceAll('PORT', String(port)));
  return { client, ours, closed };
}

const list = JSON.stringify({ query: '{ products(first: 100) { nodes { name description } } }' });
const questions = `/graphql?query=${encodeURIComponent('{ products(first: 50) { nodes { name description } } }')}`;

const answers: [what: string, bytes: string][] = [
  ['a picture', request('GET /large.jpg')],
  ['a download', request('GET /catalogue.json')],
  ['a whole list', request('GET /api/product')],
  ['a page of a list, over and over', request('GET /api/product?limit=100').repeat(20)],
  ['answers of GraphQL', request('POST /graphql', list).repeat(20)],
  ['answers of GraphQL to GET', request(`GET ${questions}`).repeat(40)],
  ['the shell of a page, over and over', request('GET /login').repeat(40_000)],
  ['a part of the sitemap, over and over', request('GET /sitemap-products-1.xml').repeat(200)],
  ['the description of REST, over and over', request('GET /api/openapi.json').repeat(400)],
];

test.each(answers)('%s that the client does not read is closed after the stall timeout', async (_what, bytes) => {
  const { ours, closed } = await open(bytes);
  const startedAt = performance.now();
  await closed;
  const took = performance.now() - startedAt;
  expect(ours.bytesWritten).toBeGreaterThan(megabyte);
  expect(took).toBeGreaterThan(stalledMs * 0.9);
});

test.each(answers.slice(0, 5))('%s is closed even if the client keeps sending', async (_what, bytes) => {
  const { client, ours, closed } = await open(bytes);
  const sending = setInterval(() => client.write('\r\n'), stalledMs / 8);
  try {
    await closed;
    expect(ours.bytesWritten).toBeGreaterThan(megabyte);
  } finally {
    clearInterval(sending);
  }
});

test('releases the memory and the connections of stalled clients', async () => {
  const held = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const { http } = server.server;
  const connections = () => new Promise((resolve) => http.getConnections((_error, amount) => resolve(amount)));
  // The list is cached for other clients.
  await server.call('GET', '/api/product');
  http.closeIdleConnections();
  const before = held();
  const opened = [];
  for (let number = 0; number < 40; number += 1) opened.push(await open(answers[number % 5]?.[1] ?? ''));
  await Promise.all(opened.map(({ closed }) => closed));
  // A response being compressed releases its buffers shortly after its connection ended.
  const until = Date.now() + 10_000;
  while (held() - before >= 8 * megabyte && Date.now() < until) await delay(100);
  expect(held() - before).toBeLessThan(8 * megabyte);
  expect(await connections()).toBe(0);
});

test('streaming a whole list page by page accumulates no listeners', async () => {
  const asked = once(server.server.http, 'request') as Promise<[unknown, ServerResponse]>;
  const { client } = await open(request('GET /api/product'));
  const [, response] = await asked;
  const most = { drain: 0, close: 0 };
  client.on('data', () => {
    for (const event of ['drain', 'close'] as const) most[event] = Math.max(most[event], response.listenerCount(event));
  });
  client.resume();
  await once(response, 'finish');
  expect(most.drain).toBeLessThanOrEqual(1);
  // Node warns of more than ten listeners.
  expect(most.close).toBeLessThan(8);
});

test('a slow client receives the complete response', async () => {
  const { client } = await open(
    request('GET /large.jpg').replace('Content-Length', 'Connection: close\r\nContent-Length'),
  );
  let bytes = 0;
  const startedAt = performance.now();
  client.on('data', (part) => {
    bytes += part.length;
    client.pause();
    setTimeout(() => client.resume(), 10);
  });
  client.resume();
  await once(client, 'end');
  expect(bytes).toBeGreaterThan(largeBytes);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * stalledMs);
});

test('closes a stalled connection within twice the timeout', async () => {
  const { closed } = await open(request('GET /large.jpg'));
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(2 * stalledMs);
});

describe('connections of one client', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startTestServer({ besides: server, settings: { connectionsPerAddress: 5 } });
  });
  afterAll(() => limited.stop());

  const isOpen = async () => {
    const { client, ours } = await open('', limited);
    await new Promise((resolve) => setImmediate(resolve));
    return { client, ours, isOpen: !ours.destroyed };
  };

  test('are limited per address, and a closed connection frees a slot', async () => {
    const opened = [];
    for (let number = 0; number < 8; number += 1) opened.push(await isOpen());
    expect(opened.map((one) => one.isOpen)).toEqual([true, true, true, true, true, false, false, false]);
    const ended = once(opened[0]?.ours ?? limited.server.http, 'close');
    opened[0]?.client.destroy();
    await ended;
    expect([(await isOpen()).isOpen, (await isOpen()).isOpen]).toEqual([true, false]);
    const told = limited.logLines.filter((line) => line.includes('too many'));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain('127.0.0.1');
  });
});
