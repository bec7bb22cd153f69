import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';
import { credentialsOf } from './credentials';
import { openEmbeddedMongo } from './server';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  file = join(folder, 'credentials');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('creates private credentials for each folder and returns the same ones again', () => {
  const first = credentialsOf(folder);
  expect(first.password).toMatch(/^[\w-]{43}$/);
  expect(modeOf(file)).toBe('600');
  expect(credentialsOf(folder)).toEqual(first);
  const other = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  const second = credentialsOf(other);
  rmSync(other, { recursive: true });
  expect(second.user).not.toBe(first.user);
  expect(second.password).not.toBe(first.password);
});

test.each([0o644, 0o640, 0o606, 0o660, 0o601])(
  'replaces credentials that other users can read or write: mode %o',
  (mode) => {
    const original = credentialsOf(folder);
    chmodSync(file, mode);
    expect(credentialsOf(folder).password).not.toBe(original.password);
    expect(modeOf(file)).toBe('600');
  },
);

test.each(['', ':\n', 'user:short\n', 'user\n', `u@r:${'x'.repeat(43)}\n`, `user:${'x'.repeat(43)}`])(
  'replaces an invalid credentials file: %j',
  (text) => {
    writeFileSync(file, text, { mode: 0o600 });
    const fresh = credentialsOf(folder);
    expect(fresh.password).toMatch(/^[\w-]{43}$/);
    expect(credentialsOf(folder)).toEqual(fresh);
  },
);

test('neither follows nor overwrites links', () => {
  const target = join(folder, 'elsewhere');
  const original = credentialsOf(folder);
  renameSync(file, target);
  const text = readFileSync(target, 'utf8');
  symlinkSync(target, file);
  expect(credentialsOf(folder)).not.toEqual(original);
  rmSync(file);
  symlinkSync(join(folder, 'missing'), file);
  credentialsOf(folder);
  expect(existsSync(join(folder, 'missing'))).toBe(false);
  expect(readFileSync(target, 'utf8')).toBe(text);
  rmSync(file);
  chmodSync(target, 0o644);
  linkSync(target, file);
  credentialsOf(folder);
  expect(readFileSync(target, 'utf8')).toBe(text);
});

test('keeps the connection string after a restart and makes all files private to the owner', async () => {
  const dataDir = join(folder, 'data');
  const first = await openEmbeddedMongo({ dataDir });
  await first.close();
  const again = await openEmbeddedMongo({ dataDir, port: first.port });
  expect(again.uri).toBe(first.uri);
  expect(modeOf(dataDir)).toBe('700');
  for (const name of ['data.mdb', 'lock.mdb', 'credentials']) expect(modeOf(join(dataDir, name))).toBe('600');
  const client = await new MongoClient(again.uri).connect();
  await client.close();
  await again.close();
});

test('npm run embedded-mongodb prints no password and keeps it in a private file while it runs', async () => {
  const dataDir = join(folder, 'data');
  const child = spawn(process.execPath, [await bundleEmbeddedMongo(), '--port', '0', '--data', dataDir]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = String((await lines.next()).value);
  const uriFile = join(dataDir, 'uri');
  expect(String((await lines.next()).value)).toBe(`The same with user and password, for you alone: ${uriFile}`);
  expect(modeOf(uriFile)).toBe('600');
  const uri = readFileSync(uriFile, 'utf8');
  const { username, password } = new URL(uri);
  expect(address).toBe(uri.replace(`${username}:${password}@`, ''));
  const client = await new MongoClient(uri).connect();
  await client.db('test').collection('items').insertOne({});
  await client.close();
  const unauthenticated = new MongoClient(address);
  await expect(unauthenticated.db('test').collection('items').findOne()).rejects.toMatchObject({ code: 13 });
  await unauthenticated.close();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output).not.toContain(password);
  expect(existsSync(uriFile)).toBe(false);
}, 60_000);
