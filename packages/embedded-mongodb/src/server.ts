import { createServer, type Server, type Socket } from 'node:net';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Authentication, authenticationDatabase } from './authentication';
import { Connection } from './connection';
import { credentialsOf, type Credentials } from './credentials';
import { Engine } from './engine';
import { FailPoints } from './failPoints';
import { replicaSetName } from './handshake';
import { lockFolder } from './lock';
import { startTtlMonitor } from './ttlMonitor';
import { ScramKeys } from './scram';
import { explainDamage, refuseEmptied } from './store';
import { UnauthenticatedConnections } from './unauthenticatedConnections';

export interface EmbeddedMongo {
  /** The connection string with user and password: do not log it. */
  uri: string;
  /** The connection string without user and password. */
  publicUri: string;
  port: number;
  close(): Promise<void>;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

interface Options {
  dataDir: string;
  port?: number;
  /** Enables fail points (test commands). */
  testCommands?: boolean;
}

/** Opens a data folder and serves it on the loopback interface. Port 0 selects a free port. */
export async function openEmbeddedMongo(options: Options): Promise<EmbeddedMongo> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(options.dataDir);
  let engine: Engine | undefined;
  try {
    refuseEmptied(options.dataDir);
    engine = new Engine(options.dataDir, options.testCommands ? new FailPoints() : undefined);
    for (const file of ['data.mdb', 'lock.mdb']) chmodSync(join(options.dataDir, file), 0o600);
    return await serve(engine, credentialsOf(options.dataDir), options.port ?? 0, unlock);
  } catch (error) {
    await engine?.close();
    await unlock();
    throw explainDamage(error, options.dataDir);
  }
}

async function serve(
  engine: Engine,
  credentials: Credentials,
  requestedPort: number,
  unlock: () => Promise<void>,
): Promise<EmbeddedMongo> {
  const keys = new ScramKeys(credentials);
  const unauthenticated = new UnauthenticatedConnections();
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  let lastConnection = 0;
  let address = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    const disconnected = engine.counters.connected();
    socket.once('close', () => {
      sockets.delete(socket);
      disconnected();
    });
    const info = { address, id: ++lastConnection, authentication: new Authentication(keys) };
    new Connection({ engine, socket, info, running, unauthenticated });
  });
  const port = await listen(server, requestedPort);
  address = `127.0.0.1:${port}`;
  engine.address = address;
  const stopTtlMonitor = startTtlMonitor(engine);
  const close = async (): Promise<void> => {
    stopTtlMonitor();
    unauthenticated.stop();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all(running);
    for (const socket of sockets) socket.end();
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), 200).unref();
    await closed;
    await engine.close();
    await unlock();
  };
  const uriFor = (userInfo: string) =>
    `mongodb://${userInfo}${address}/?replicaSet=${replicaSetName}&authSource=${authenticationDatabase}`;
  const uri = uriFor(`${credentials.user}:${credentials.password}@`);
  return { uri, publicUri: uriFor(''), port, close };
}
