import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findShared } from './sharedFolder.mjs';

/** A database that is not the shop's own. */
export interface OtherDatabase {
  readonly name: string;
  /** Says in its error why it cannot be had. */
  readonly start: () => Promise<StartedDatabase>;
}

export interface StartedDatabase {
  readonly uri: string;
  readonly stop: () => Promise<void>;
}

/** First use installs the server, which takes minutes. */
const startWithinMs = 15 * 60_000;

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** A program that prints its connection string as its first line and stops on SIGTERM. */
function startProgram(path: string, args: readonly string[]): Promise<StartedDatabase> {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`no answer within ${startWithinMs / 60_000} minutes`));
    }, startWithinMs);
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', (uri) => {
      clearTimeout(timer);
      resolve({ uri, stop });
    });
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(errors.at(-1) ?? 'it ended without a word'));
    });
  });
}

function compatible(name: string, program: string, args: () => Promise<readonly string[]>): OtherDatabase {
  return {
    name,
    start: async () => {
      const path = findShared(join('tools', 'mongodb-compatible', program));
      if (path === null) throw new Error('tools/mongodb-compatible is not beside the project (KIOSK_SHARED)');
      return startProgram(path, await args());
    },
  };
}

interface ReplicaSetPackage {
  readonly MongoMemoryReplSet: {
    create(options: object): Promise<{ getUri(): string; stop(): Promise<unknown> }>;
  };
}

/** Not among the project's packages: whoever brings a mongod brings it too. */
const replicaSetPackage = 'mongodb-memory-server-core';

async function startMongod(): Promise<StartedDatabase> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const binary =
    process.env['MONGOD_BINARY'] ?? folders.map((folder) => join(folder, 'mongod')).find((path) => existsSync(path));
  if (binary === undefined) throw new Error('no TEST_MONGODB_URI, no MONGOD_BINARY and no mongod on the PATH');
  const { MongoMemoryReplSet } = (await import(replicaSetPackage)) as ReplicaSetPackage;
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: binary },
    replSet: { count: 3, storageEngine: 'wiredTiger', args: ['--setParameter', 'enableTestCommands=1'] },
  });
  return { uri: replicaSet.getUri(), stop: async () => void (await replicaSet.stop()) };
}

function startMongodb(): Promise<StartedDatabase> {
  const uri = process.env['TEST_MONGODB_URI'];
  if (uri === undefined || uri === '') return startMongod();
  return Promise.resolve({ uri, stop: () => Promise.resolve() });
}

/** Every database the suites can be run on, in the order of the table. */
export const otherDatabases: readonly OtherDatabase[] = [
  { name: 'MongoDB', start: startMongodb },
  compatible('SecantusDB', 'secantusdb', async () => ['--port', await freePort(), '--test-commands']),
  compatible('DocumentDB', 'documentdb', async () => ['--port', await freePort(), '--pg-port', await freePort()]),
];

/** `NAME=URI` of the command line. */
export function namedDatabase(argument: string): OtherDatabase | null {
  const at = argument.indexOf('=');
  if (at < 1) return null;
  const uri = argument.slice(at + 1);
  return { name: argument.slice(0, at), start: () => Promise.resolve({ uri, stop: () => Promise.resolve() }) };
}
