import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { serialize, type Document } from 'bson';
import { Authentication } from './authentication';
import { Connection, maxUnauthenticatedBytes } from './connection';
import { Engine } from './engine';
import { RawClient, ScramClient } from './rawClient.fixture';
import { header, messageOf } from './rawMessages.fixture';
import { openEmbeddedMongo, type EmbeddedMongo } from './server';
import { ScramKeys } from './scram';
import { UnauthenticatedConnections } from './unauthenticatedConnections';

const hello = messageOf(serialize({ hello: 1, $db: 'admin' }));
const greeted = { ok: 1, isWritablePrimary: true };

describe('limits before authentication', () => {
  let dataDir: string;
  let database: EmbeddedMongo;
  let client: RawClient;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
    database = await openEmbeddedMongo({ dataDir });
  });
  beforeEach(() => {
    client = RawClient.connect(database.uri);
  });
  afterEach(() => client.close());
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const helloOf = (bytes: number): Buffer => {
    const body: Document = { hello: 1, padding: '', $db: 'admin' };
    const padding = 'x'.repeat(bytes - messageOf(serialize(body)).length);
    return messageOf(serialize({ ...body, padding }));
  };

  test('a message has at most 16 kB; a larger declared length closes the connection at once', async () => {
    client.send(helloOf(maxUnauthenticatedBytes));
    expect(await client.reply()).toMatchObject(greeted);
    client.send(header(maxUnauthenticatedBytes + 1, 2013));
    expect(await client.answer()).toBeNull();
  });

  test('the message limit does not apply after authentication, and applies again after logout', async () => {
    const authenticated = await RawClient.authenticated(database.uri);
    authenticated.send(helloOf(1_000_000));
    expect(await authenticated.reply()).toMatchObject(greeted);
    await authenticated.ask({ logout: 1 });
    authenticated.send(header(maxUnauthenticatedBytes + 1, 2013));
    expect(await authenticated.answer()).toBeNull();
    authenticated.close();
  });

  test('accepts a message byte by byte', async () => {
    for (const byte of hello) client.send(Buffer.of(byte));
    expect(await client.reply()).toMatchObject(greeted);
  });

  test('at most 16 messages may be pending', async () => {
    client.send(Buffer.concat(Array.from({ length: 16 }, () => hello)));
    for (let each = 0; each < 16; each++) expect(await client.reply()).toMatchObject(greeted);
    client.send(Buffer.concat(Array.from({ length: 17 }, () => hello)));
    expect(await client.answer()).toBeNull();
  });

  test('closes the connection after three failed attempts', async () => {
    const { username } = new URL(database.uri);
    for (let round = 0; round < 3; round++)
      expect(await client.authenticate(new ScramClient(username, 'guess'))).toMatchObject({ code: 18 });
    expect(await client.ask({ hello: 1 })).toBeNull();
  });

  test('a successful authentication resets the failures', async () => {
    const { username, password } = new URL(database.uri);
    for (let round = 0; round < 3; round++) {
      for (let wrong = 0; wrong < 2; wrong++)
        expect(await client.authenticate(new ScramClient(username, 'guess'))).toMatchObject({ code: 18 });
      expect(await client.authenticate(new ScramClient(username, password))).toMatchObject({ ok: 1 });
    }
    expect(await client.ask({ ping: 1 })).toEqual({ ok: 1 });
  });

  test('beyond 200 connections, closes those idle for the longest time, but no authenticated ones', async () => {
    const authenticated = await RawClient.authenticated(database.uri);
    expect(await client.ask({ hello: 1 })).toMatchObject(greeted);
    const silent = await opened(200);
    // The oldest one, `client`, is closed first.
    await client.untilClosed();
    expect(await silent[0]?.ask({ hello: 1 })).toMatchObject(greeted);
    const next = await opened(1);
    await silent[1]?.untilClosed();
    expect(await silent[0]?.ask({ hello: 1 })).toMatchObject(greeted);
    expect(await authenticated.ask({ ping: 1 })).toEqual({ ok: 1 });
    const late = await RawClient.authenticated(database.uri);
    expect(await late.ask({ ping: 1 })).toEqual({ ok: 1 });
    for (const each of [...silent, ...next, authenticated, late]) each.close();
  });

  async function opened(count: number): Promise<RawClient[]> {
    const clients: RawClient[] = [];
    for (let each = 0; each < count; each++) {
      const next = RawClient.connect(database.uri);
      await once(next.socket, 'connect');
      clients.push(next);
    }
    return clients;
  }
});

describe('idle limits before authentication', () => {
  let server: Server;
  let connections: UnauthenticatedConnections;
  const accepted: Socket[] = [];

  beforeEach(async () => {
    connections = new UnauthenticatedConnections();
    server = createServer((socket) => {
      accepted.push(socket);
      connections.open(socket);
      server.emit('accepted');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    connections.stop();
    for (const socket of accepted.splice(0)) socket.destroy();
    await once(server.close(), 'close');
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    await once(server, 'accepted');
    socket.resume();
    return accepted.at(-1) as Socket;
  }

  test('ten seconds before the first message, ten minutes after it, none after authentication', async () => {
    const [silent, greeting, authenticated] = [await open(), await open(), await open()];
    connections.recordMessage(greeting);
    connections.release(authenticated);
    const sweep = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) connections.closeIdle();
    };
    sweep(9);
    expect([silent.destroyed, greeting.destroyed]).toEqual([false, false]);
    sweep(2);
    expect([silent.destroyed, greeting.destroyed]).toEqual([true, false]);
    sweep(9 * 60 - 11);
    expect(greeting.destroyed).toBe(false);
    sweep(2 * 60);
    expect([greeting.destroyed, authenticated.destroyed]).toEqual([true, false]);
  });

  test('closed connections are not counted', async () => {
    const socket = await open();
    expect(connections.count).toBe(1);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    connections.recordMessage(socket);
    expect(connections.count).toBe(0);
  });
});

/** A socket whose peer reads nothing. */
class UnreadSocket extends Duplex {
  setNoDelay(): void {
    // No data is sent.
  }

  override _read(): void {
    // The test pushes the bytes.
  }

  override _write(): void {
    // A write never completes.
  }
}

test('closes the connection when its unread replies exceed the limit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  const engine = new Engine(dataDir);
  const unauthenticated = new UnauthenticatedConnections();
  const socket = new UnreadSocket();
  const authentication = new Authentication(new ScramKeys({ user: 'user', password: 'password' }));
  const info = { address: '', id: 1, authentication };
  const running = new Set<Promise<void>>();
  new Connection({ engine, socket: socket as unknown as Socket, info, running, unauthenticated });
  let most = 0;
  for (let each = 0; each < 100 && !socket.destroyed; each++) {
    socket.push(hello);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(running);
    most = Math.max(most, socket.writableLength);
  }
  expect(socket.destroyed).toBe(true);
  expect(most).toBeLessThan(2 * maxUnauthenticatedBytes);
  unauthenticated.stop();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});
