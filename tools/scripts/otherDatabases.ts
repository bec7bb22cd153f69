import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findShared } from './sharedFolder.mjs';

/** A database other than the shop's embedded one. */
export interface OtherDatabase {
  readonly name: string;
  /** Rejects with the reason if it is not available. Its data are in a new folder inside the given one. */
  readonly start: (folder: string) => Promise<StartedDatabase>;
}

export interface StartedDatabase {
  readonly uri: string;
  /** The root process of the database; null if it was already running. */
  readonly pid: number | null;
  readonly stop: () => Promise<void>;
}

/** In memory if possible: SecantusDB syncs each index entry, and tests of results do not need durability. */
export const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The first use installs the server, which takes minutes. */
const startWithinMs = 15 * 60_000;
const stopWithinMs = 30_000;

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** A program that prints its connection string as its first line, stops on SIGTERM and takes `--data FOLDER`. */
function startProgram(path: string, args: readonly string[], folder: string): Promise<StartedDatabase> {
  const data = mkdtempSync(join(folder, 'kiosk-database-'));
  const child = spawn(path, [...args, '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await exited;
    clearTimeout(timer);
    rmSync(data, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      void stop().then(() => reject(new Error(reason)));
    };
    const timer = setTimeout(() => fail(`no answer within ${startWithinMs / 60_000} minutes`), startWithinMs);
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', (uri) => {
      clearTimeout(timer);
      resolve({ uri, pid: child.pid ?? null, stop });
    });
    void exited.then(() => fail(errors.at(-1) ?? 'it ended without a word'));
  });
}

function compatible(name: string, program: string, args: () => Promise<readonly string[]>): OtherDatabase {
  return {
    name,
    start: async (folder) => {
      const path = findShared(join('tools', 'mongodb-compatible', program));
      if (path === null) throw new Error('tools/mongodb-compatible is not beside the project (KIOSK_SHARED)');
      return startProgram(path, await args(), folder);
    },
  };
}

async function startMongod(): Promise<StartedDatabase> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const binary =
    process.env['MONGOD_BINARY'] ?? folders.map((folder) => join(folder, 'mongod')).find((path) => existsSync(path));
  if (binary === undefined) throw new Error('no TEST_MONGODB_URI, no MONGOD_BINARY and no mongod on the PATH');
  // Loaded only if there is a mongod.
  const { MongoMemoryReplSet } = await import('mongodb-memory-server-core');
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary: binary },
    replSet: { count: 3, storageEngine: 'wiredTiger', args: ['--setParameter', 'enableTestCommands=1'] },
  });
  return { uri: replicaSet.getUri(), pid: null, stop: async () => void (await replicaSet.stop()) };
}

const running = (uri: string): StartedDatabase => ({ uri, pid: null, stop: () => Promise.resolve() });

function startMongodb(): Promise<StartedDatabase> {
  const uri = process.env['TEST_MONGODB_URI'];
  if (uri === undefined || uri === '') return startMongod();
  return Promise.resolve(running(uri));
}

export const mongodb: OtherDatabase = { name: 'MongoDB', start: startMongodb };

/** Every database for the suites, in the order of the table. */
export const otherDatabases: readonly OtherDatabase[] = [
  mongodb,
  compatible('SecantusDB', 'secantusdb', async () => ['--port', await freePort(), '--test-commands']),
  compatible('DocumentDB', 'documentdb', async () => ['--port', await freePort(), '--pg-port', await freePort()]),
];

/** `NAME=URI` of the command line, or the name of an available database; null for other words. */
export function namedDatabase(argument: string): OtherDatabase | null {
  const at = argument.indexOf('=');
  if (at < 1) return otherDatabases.find(({ name }) => name === argument) ?? null;
  const uri = argument.slice(at + 1);
  return { name: argument.slice(0, at), start: () => Promise.resolve(running(uri)) };
}
