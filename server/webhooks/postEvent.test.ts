import { createServer } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { EventReceiver } from '../testing/eventReceiver';
import { postEvent } from './postEvent';

const strict = { privateAddresses: false, plainLoopback: false };
const open = { privateAddresses: true, plainLoopback: true };
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: {} });
let receiver: EventReceiver;
let url: string;
beforeEach(async () => {
  receiver = new EventReceiver();
  url = await receiver.start();
});
afterEach(() => receiver.stop());

const post = (given: Partial<Parameters<typeof postEvent>[0]>) =>
  postEvent({ url, body, headers: {}, rules: open, signal: AbortSignal.timeout(3_000), ...given });
const resolvesTo =
  (...addresses: readonly string[]) =>
  (_name: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const isPrivate = { result: 'FAILED', reason: 'The host has a private address, which is not allowed.' };

test('posts an event as JSON and returns the status of the answer', async () => {
  expect(await post({ headers: { 'kiosk-event-id': 'evt_1' } })).toEqual({ result: 'ANSWERED', status: 204 });
  expect(receiver.received).toMatchObject([
    {
      body,
      headers: { 'content-type': 'application/json', 'kiosk-event-id': 'evt_1', 'user-agent': 'Kiosk-Webhooks/1' },
    },
  ]);
});

test('does not follow a redirect', async () => {
  receiver.answer = (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
  expect(await post({})).toEqual({ result: 'ANSWERED', status: 307 });
  expect(receiver.received).toHaveLength(1);
});

test.each([
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['10.0.0.1', '169.254.169.254'],
  ['0.0.0.0'],
  ['fd00:ec2::254'],
])('does not connect to a name with a private address: %s', async (...addresses) => {
  const target = `https://hooks.example.com:${receiver.port}/`;
  expect(await post({ url: target, rules: strict, resolve: resolvesTo(...addresses) })).toEqual(isPrivate);
  expect(receiver.connections).toBe(0);
});

test('resolves a name once and connects to the checked address, despite DNS rebinding', async () => {
  const asked: string[] = [];
  const rebinding = (name: string, options: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    asked.push(name);
    resolvesTo(asked.length === 1 ? '127.0.0.1' : '::1')(name, options, callback);
  };
  const target = `https://hooks.example.com:${receiver.port}/`;
  await post({ url: target, resolve: rebinding });
  expect(asked).toEqual(['hooks.example.com']);
  expect(receiver.connections).toBe(1);
});

test.each([
  'https://127.0.0.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://2130706433',
  'http://127.0.0.1',
])('does not connect to the stored address %s once private addresses are forbidden', async (origin) => {
  const target = `${origin}:${receiver.port}/`;
  expect(await post({ url: target, rules: strict })).toEqual({
    result: 'FAILED',
    reason: 'The address is not allowed.',
  });
  expect(receiver.connections).toBe(0);
});

test('sends nothing to a server without a trusted certificate', async () => {
  const target = `https://hooks.example.com:${receiver.port}/`;
  const result = await post({ url: target, resolve: resolvesTo('127.0.0.1') });
  expect(result).toMatchObject({
    result: 'FAILED',
    reason: expect.stringMatching(/^(No secure|The connection|There was)/),
  });
  expect(receiver.received).toEqual([]);
});

test('gives up on a server that accepts the connection and never answers', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const sockets: { destroy: () => void }[] = [];
  silent.on('connection', (socket) => sockets.push(socket));
  const signal = AbortSignal.timeout(200);
  expect(await post({ url: `http://127.0.0.1:${port}/`, signal })).toEqual({
    result: 'FAILED',
    reason: 'There was no answer within 10 seconds.',
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test('reads an endless answer up to a limit, and returns its status', async () => {
  let written = 0;
  receiver.answer = (response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
    };
    response.on('drain', write);
    write();
  };
  expect(await post({})).toEqual({ result: 'ANSWERED', status: 200 });
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('reports a refused connection in the shop’s own words', async () => {
  const { port } = receiver;
  await receiver.stop();
  expect(await post({ url: `http://127.0.0.1:${port}/` })).toEqual({
    result: 'FAILED',
    reason: 'The connection was refused.',
  });
  receiver = new EventReceiver();
  await receiver.start();
});
