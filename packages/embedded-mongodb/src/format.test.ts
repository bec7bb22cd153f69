import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openEmbeddedMongo } from './server';
import { openStore } from './store';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function insertText(text: string): Promise<void> {
  const server = await openEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.uri).connect();
  const rows = client.db('test').collection('rows');
  await rows.createIndex({ text: 1 });
  await rows.insertOne({ text });
  expect(await rows.countDocuments({ text })).toBe(1);
  await client.close();
  await server.close();
}

async function setFormat(format: Buffer | undefined): Promise<void> {
  const store = openStore(dataDir);
  if (format) store.catalog.putSync(Buffer.from('format'), format);
  else store.catalog.removeSync(Buffer.from('format'));
  await store.close();
}

test('refuses a folder of an unknown format and does not change it', async () => {
  await insertText('short');
  await setFormat(Buffer.from([0, 0, 0, 3]));
  await expect(openEmbeddedMongo({ dataDir })).rejects.toThrow('the data folder has format 3');
  await setFormat(Buffer.from([0, 0, 0, 2]));
  await insertText('again');
});

test('accepts a folder without a format unless it contains shortened keys', async () => {
  await insertText('short');
  await setFormat(undefined);
  await insertText('x'.repeat(3000));
  await setFormat(undefined);
  await expect(openEmbeddedMongo({ dataDir })).rejects.toThrow('the data folder has format 1');
});
