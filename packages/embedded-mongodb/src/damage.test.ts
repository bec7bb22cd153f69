import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection } from 'mongodb';
import { startEmbeddedMongo } from './startEmbeddedMongo';

jest.setTimeout(180_000);

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withRows<T>(work: (rows: Collection) => Promise<T>): Promise<T> {
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.uri).connect();
  try {
    return await work(client.db('test').collection('rows'));
  } finally {
    await client.close();
    await server.stop();
  }
}

test('a start with a truncated, emptied or overwritten data file fails and recommends a restore', async () => {
  await withRows((rows) =>
    rows.insertMany(Array.from({ length: 100 }, (_unused, i) => ({ i, text: 'x'.repeat(3000) }))),
  );
  const file = join(dataDir, 'data.mdb');
  const whole = readFileSync(file);
  const broken = [
    whole.subarray(0, 4096),
    Buffer.alloc(0),
    Buffer.concat([Buffer.alloc(8192, 7), whole.subarray(8192)]),
    Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192)]),
  ];
  for (const bytes of broken) {
    writeFileSync(file, bytes);
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(/cut or damaged.*restore a backup \(npm run restore/);
  }
});

test('a first start that was killed before it had written anything is made up for by the next', async () => {
  writeFileSync(join(dataDir, 'data.mdb'), '');
  await withRows(async (rows) => expect(await rows.countDocuments()).toBe(0));
});

/** Whether this process may mount a small file system: as root on Linux, but not in every container. */
function mountSmall(path: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', path]).status === 0;
}

test('a full disk: writes fail with OutOfDiskSpace, reads continue, and writes resume with free space', async () => {
  if (!mountSmall(dataDir))
    return process.stdout.write('A full disk is not tested: no small file system can be mounted here.\n');
  try {
    await withRows(async (rows) => {
      await rows.createIndex({ n: 1 });
      const fill = async (): Promise<never> => {
        for (let n = 0; ; n++) await rows.insertOne({ n, text: 'x'.repeat(50_000) });
      };
      await expect(fill()).rejects.toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      const stored = await rows.countDocuments({}, { hint: { $natural: 1 } });
      expect(stored).toBeGreaterThan(50);
      expect(await rows.find({ n: { $gte: 0 } }, { hint: 'n_1' }).toArray()).toHaveLength(stored);
      await expect(rows.insertOne({ n: -1, text: 'x'.repeat(500_000) })).rejects.toMatchObject({ code: 14031 });
      execFileSync('mount', ['-o', 'remount,size=40m', dataDir]);
      await rows.insertOne({ n: -1, text: 'x'.repeat(500_000) });
      expect(await rows.countDocuments({ n: { $gte: -1 } }, { hint: 'n_1' })).toBe(stored + 1);
    });
    await withRows(async (rows) => expect(await rows.countDocuments({ n: -1 })).toBe(1));
  } finally {
    execFileSync('umount', [dataDir]);
  }
});
