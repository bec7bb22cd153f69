import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection, type Document } from 'mongodb';
import { bundleEmbeddedMongo } from '../bundleEmbeddedMongo';
import { lockFolder } from '../lock';
import { startEmbeddedMongo } from '../startEmbeddedMongo';

const kills = Number(process.env['KIOSK_KILLS'] ?? 5);
const writerCount = 8;

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

interface Row extends Document {
  _id: string;
  writer: number;
  tags: string[];
}

/** Writes until the connection fails; adds confirmed writes to `acknowledged`. */
async function writeUntilGone(
  rows: Collection<Row>,
  writer: number,
  round: number,
  acknowledged: Set<string>,
): Promise<void> {
  for (let i = 0; ; i++) {
    const _id = `${round}-${writer}-${i}`;
    try {
      await rows.insertOne({ _id, writer, tags: [`t${i % 5}`, `w${writer}`] });
    } catch {
      return;
    }
    acknowledged.add(_id);
  }
}

async function checkLedger(rows: Collection<Row>, acknowledged: Set<string>): Promise<void> {
  const stored = await rows.find().hint({ $natural: 1 }).toArray();
  const names = new Set(stored.map(({ _id }) => _id));
  expect([...acknowledged].filter((id) => !names.has(id))).toEqual([]);
  expect(names.size).toBe(stored.length);
  for (let writer = 0; writer < writerCount; writer++) {
    const byIndex = await rows
      .find({ tags: `w${writer}` })
      .hint({ tags: 1 })
      .toArray();
    expect(byIndex.map(({ _id }) => _id).sort()).toEqual(
      stored
        .filter((row) => row.writer === writer)
        .map(({ _id }) => _id)
        .sort(),
    );
  }
}

test(
  `no acknowledged write is lost in ${kills} kills during writes`,
  async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < kills; round++) {
      const server = await startEmbeddedMongo({ dataDir });
      const client = await new MongoClient(server.uri, { serverSelectionTimeoutMS: 500, retryWrites: false }).connect();
      const rows = client.db('test').collection<Row>('rows');
      await rows.createIndex({ tags: 1 });
      await checkLedger(rows, acknowledged);
      const before = acknowledged.size;
      const writers = Array.from({ length: writerCount }, (_unused, i) => writeUntilGone(rows, i, round, acknowledged));
      while (acknowledged.size < before + 100 + round * 37) await new Promise((resolve) => setImmediate(resolve));
      const gone = new Promise<void>((resolve) => server.onExit(() => resolve()));
      process.kill(server.pid, 'SIGKILL');
      await gone;
      await Promise.all(writers);
      await client.close();
    }
    const server = await startEmbeddedMongo({ dataDir });
    const client = await new MongoClient(server.uri).connect();
    await checkLedger(client.db('test').collection<Row>('rows'), acknowledged);
    await client.close();
    await server.stop();
  },
  30_000 + kills * 10_000,
);

test('waits for the lock of a folder whose process is stopping', async () => {
  const release = await lockFolder(dataDir);
  const next = lockFolder(dataDir);
  await release();
  await (
    await next
  )();
});

test('a second process reports one clear line and exits with code 1', async () => {
  const server = await startEmbeddedMongo({ dataDir });
  const second = spawnSync(process.execPath, [await bundleEmbeddedMongo(), '--port', '0', '--data', dataDir], {
    encoding: 'utf8',
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toBe(`embedded-mongodb: the data folder ${dataDir} is in use by process ${server.pid}\n`);
  await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(`is in use by process ${server.pid}`);
  await server.stop();
});

const isLinux = process.platform === 'linux';
if (!isLinux) process.stdout.write('NOT MEASURED: the lock between containers, which is on Linux alone.\n');
(isLinux ? test : test.skip)(
  'a process of another container is refused, and what a killed one left keeps nobody out',
  async () => {
    const name = join(dataDir, 'process.sock');
    const listen = [
      '--eval',
      `require('node:net').createServer().listen(${JSON.stringify(name)}, () => console.log())`,
    ];
    const other = spawn(process.execPath, listen, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow('is in use by a process of another container');
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    expect(existsSync(name)).toBe(true);
    const server = await startEmbeddedMongo({ dataDir });
    await expect(once(connect(name), 'connect')).resolves.toEqual([]);
    await server.stop();
    expect(existsSync(name)).toBe(false);
  },
);

test('reports a damaged record instead of skipping it', async () => {
  const marker = 'a text that is easy to find in the file';
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.uri).connect();
  await client.db('test').collection('rows').insertOne({ marker });
  await client.close();
  await server.stop();
  const file = join(dataDir, 'data.mdb');
  const bytes = readFileSync(file);
  const handle = openSync(file, 'r+');
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1)) writeSync(handle, 'X', at + 3);
  closeSync(handle);
  const again = await startEmbeddedMongo({ dataDir });
  const reader = await new MongoClient(again.uri).connect();
  await expect(reader.db('test').collection('rows').find().toArray()).rejects.toMatchObject({
    code: 1,
    message: expect.stringContaining('damaged') as string,
  });
  await reader.close();
  await again.stop();
});

test('rebuilds buffered index entries after a kill during a load', async () => {
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.uri).connect();
  const rows = client.db('test').collection<Row>('rows');
  await rows.createIndex({ tags: 1 });
  await rows.insertMany(
    Array.from({ length: 2000 }, (_unused, i) => ({ _id: `r${i}`, writer: i % 10, tags: [`t${i % 4}`, 'all'] })),
  );
  await rows.updateMany({ tags: 't1', writer: 1 }, { $set: { tags: ['early'] } });
  await rows.deleteMany({ tags: 't1', writer: 3 });
  const gone = new Promise<void>((resolve) => server.onExit(() => resolve()));
  process.kill(server.pid, 'SIGKILL');
  await gone;
  await client.close();
  const again = await startEmbeddedMongo({ dataDir });
  const reader = await new MongoClient(again.uri).connect();
  const found = reader.db('test').collection<Row>('rows');
  const byIndex = (tag: string) => found.countDocuments({ tags: tag }, { hint: 'tags_1' });
  // Of the 500 documents with t1, 100 were changed and 100 removed.
  expect(await Promise.all(['early', 't1', 't3', 'all'].map(byIndex))).toEqual([100, 300, 500, 1800]);
  await found.updateMany({ tags: 't3' }, { $set: { tags: ['changed'] } });
  expect(await byIndex('all')).toBe(1300);
  await reader.close();
  await again.stop();
});
