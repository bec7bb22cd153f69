import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
  type Db,
  type Document,
} from 'mongodb';
import { openTestDatabase, type TestDatabase } from '@kiosk/embedded-mongodb/openTestDatabase';
import { connectDatabase } from '../collections/connect';
import { prepareDatabase } from '../collections/prepareDatabase';
import { silentLog } from '../testing/silentLog';
import { testAnswerMs } from '../testing/testAnswerMs';
import { until } from '../testing/until';
import { backUp, type Reporter } from './backUp';
import { ArchiveError, collectionEnd, blockHeader, preludeBytes } from '@kiosk/mongo-archive/archiveFormat';
import { interleavedArchive } from '@kiosk/mongo-archive/archives.fixture';
import { collectionsToRestore } from './checkFile';
import type { NextNumbers } from './nextNumbers';
import { nonEmptyCollections, restoreArchive } from './restoreArchive';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let lines: string[];
const report: Reporter = { line: (text) => void lines.push(text), progress: () => undefined };

jest.setTimeout(120_000);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-backup-'));
  lines = [];
  [source, target] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const firstNumbers = 'The next invoice has the number 1, the next credit note 1.';

const everyType = {
  _id: null,
  int: new Int32(-7),
  long: Long.fromString('9007199254740993'),
  double: new Double(3),
  negativeZero: new Double(-0),
  notANumber: new Double(NaN),
  decimal: Decimal128.fromString('1.50E+3'),
  text: 'naïve \u0000 𝄞',
  bool: false,
  nothing: null,
  date: new Date('1969-12-31T23:59:59.999Z'),
  id: new ObjectId('0123456789abcdef01234567'),
  bytes: new Binary(Buffer.from([0, 255]), 0),
  uuid: new UUID('1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  old: new Binary(Buffer.from([1, 2, 3]), Binary.SUBTYPE_BYTE_ARRAY),
  regex: new BSONRegExp('^a.*z$', 'im'),
  stamp: new Timestamp({ t: 17, i: 4 }),
  code: new Code('return x'),
  scoped: new Code('return x', { x: new Int32(1) }),
  symbol: new BSONSymbol('s'),
  least: new MinKey(),
  most: new MaxKey(),
  list: [new Int32(1), [new Double(1)], { a: Long.ONE }, []],
  empty: {},
  // Numeric names come first, in ascending order, as the embedded database requires.
  order: new Map<string, unknown>([
    [
      '2',
      new Map([
        ['0', 1],
        ['10', 2],
        ['z', 3],
        ['x', 4],
      ]),
    ],
    [
      '10',
      [
        new Map([
          ['b', 1],
          ['a', 2],
        ]),
      ],
    ],
    ['b', new Int32(1)],
    ['a', new Int32(2)],
  ]),
};

async function stored(db: Db, name: string): Promise<string[]> {
  const rows = await db.collection(name).find({}, { raw: true }).toArray();
  return rows.map((row) => Buffer.from(row as unknown as Uint8Array).toString('hex'));
}

async function restore(file: string, numbersFrom?: NextNumbers): Promise<void> {
  const collections = await collectionsToRestore({ file, databaseName: 'test', from: undefined });
  await restoreArchive({ uri: target.uri, databaseName: 'test', file, collections, report, numbersFrom });
}

test.each(['shop.archive', 'shop.archive.gz'])(
  'restores every BSON type, the order of fields, indexes and empty collections from %s byte by byte',
  async (name) => {
    const file = join(folder, name);
    const { db } = source;
    await db.collection('types').insertOne(everyType as unknown as Document, { forceServerObjectId: true });
    await db.collection('empty').createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    const rows = db.collection('rows');
    await rows.createIndex({ slug: 1 }, { unique: true, sparse: true });
    await rows.createIndex(
      { 'a.b': -1, c: 1 },
      { name: 'own', partialFilterExpression: { n: { $gt: Long.fromNumber(5) } } },
    );
    await rows.insertMany(
      Array.from({ length: 2500 }, (_unused, i) => ({ slug: `s${i}`, n: i, text: 'x'.repeat(300) })),
    );
    const collections = await backUp({ uri: source.uri, databaseName: 'test', file, report });
    expect(collections.map((collection) => [collection.name, collection.documents])).toEqual([
      ['empty', 0],
      ['rows', 2500],
      ['types', 1],
    ]);
    expect(lines).toEqual([]);
    expect(readdirSync(folder)).toEqual([name]);
    const bytes = readFileSync(file);
    expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).readUInt32LE(0)).toBe(0x8199e26d);

    await restore(file);
    expect(lines).toEqual(['empty: 0 documents', 'rows: 2500 documents', 'types: 1 documents', firstNumbers]);
    for (const collection of ['empty', 'rows', 'types']) {
      expect(await stored(target.db, collection)).toEqual(await stored(db, collection));
      const indexes = (database: Db) => database.collection(collection).listIndexes({ promoteValues: false }).toArray();
      expect(await indexes(target.db)).toEqual(await indexes(db));
    }
    await expect(target.db.collection('rows').insertOne({ slug: 's7' })).rejects.toMatchObject({ code: 11000 });
  },
);

test('a backup during writes is a consistent snapshot of all collections', async () => {
  const file = join(folder, 'shop.archive');
  const [first, second] = [source.db.collection('a'), source.db.collection('z')];
  await first.createIndex({ writer: 1, i: 1 });
  await first.insertMany(Array.from({ length: 5000 }, (_unused, i) => ({ filler: i })));
  let isRunning = true;
  const written = [0, 0, 0, 0];
  // `z` is read long after `a`: later writes to it must not be in the backup.
  const writers = written.map(async (_unused, writer) => {
    for (let i = 0; isRunning; i++) {
      await first.insertOne({ writer, i });
      await second.insertOne({ writer, i });
      written[writer] = i;
    }
  });
  const begun = [...written];
  await backUp({ uri: source.uri, databaseName: 'test', file, report });
  const ended = [...written];
  isRunning = false;
  await Promise.all(writers);
  expect(Math.min(...ended)).toBeGreaterThan(Math.max(...begun));
  await restore(file);
  for (const writer of written.keys()) {
    const [inFirst, inSecond] = await Promise.all(
      ['a', 'z'].map((name) => target.db.collection(name).find({ writer }).sort({ i: 1 }).toArray()),
    );
    expect(inSecond?.map(({ i }) => Number(i))).toEqual(inSecond?.map((_unused, i) => i));
    expect([0, 1]).toContain((inFirst?.length ?? 0) - (inSecond?.length ?? 0));
    expect(inSecond?.length).toBeLessThanOrEqual((ended[writer] ?? 0) + 1);
  }
});

test('restores collections with interleaved blocks, as mongodump writes them', async () => {
  const file = join(folder, 'mongodump.archive');
  writeFileSync(file, interleavedArchive());
  await restore(file);
  expect(lines).toEqual(['empty: 0 documents', 'lamps: 3 documents', 'mugs: 3 documents', firstNumbers]);
  const numbersIn = async (name: string) =>
    (await target.db.collection(name).find().sort({ n: 1 }).toArray()).map(({ n }) => Number(n));
  expect(await Promise.all(['lamps', 'mugs', 'empty'].map(numbersIn))).toEqual([[0, 1, 2], [10, 11, 12], []]);
});

test('a restore counts what it writes, of which the database may remove what has expired at once', async () => {
  const rows = source.db.collection('rows');
  const [expired, current] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  await rows.insertMany(Array.from({ length: 2_500 }, (_unused, n) => ({ n, at: n % 2 ? expired : current })));
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  const file = join(folder, 'shop.archive');
  await backUp({ uri: source.uri, databaseName: 'test', file, report });
  let isRestoring = true;
  // As a TTL monitor does that looks all the time.
  const monitor = (async () => {
    while (isRestoring) await target.db.collection('rows').deleteMany({ at: { $lt: new Date() } });
  })();
  try {
    await restore(file);
  } finally {
    isRestoring = false;
    await monitor;
  }
  expect(lines).toEqual(['rows: 2500 documents', firstNumbers]);
  expect(await target.db.collection('rows').countDocuments({ at: current })).toBe(1_250);
});

test('an interrupted restore reports the restored, the partly restored and the untouched collections', async () => {
  for (const name of ['a', 'b', 'c']) await source.db.collection(name).insertMany([{ name }, { name }]);
  await target.db.collection('c').insertOne({ kept: true });
  const file = join(folder, 'shop.archive');
  await backUp({ uri: source.uri, databaseName: 'test', file, report });
  expect(await nonEmptyCollections({ uri: target.uri, databaseName: 'test' }, ['a', 'b', 'c'])).toEqual(['c (1)']);
  const configure = (mode: unknown, data: Document) =>
    target.client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });
  await configure({ skip: 1 }, { failCommands: ['insert'], errorCode: 14031 });
  await expect(restore(file)).rejects.toThrow(
    /broke off: .*\nRestored: a\.\nEmptied and restored in part: b \(0 documents\)\.\nNot touched: c\.\nNo process starts on /,
  );
  expect(
    await target.db
      .collection('c')
      .find({}, { projection: { _id: 0 } })
      .toArray(),
  ).toEqual([{ kept: true }]);
});

test('a database that was restored in part is neither served nor backed up, until a restore ends', async () => {
  const file = join(folder, 'shop.archive');
  await source.db.collection('products').insertOne({ name: 'Mug' });
  await prepareDatabase(source.uri, 'test');
  await backUp({ uri: source.uri, databaseName: 'test', file, report });
  const served = connectDatabase({ uri: target.uri, databaseName: 'test', log: silentLog, answerMs: testAnswerMs });
  try {
    await served.ready();
    const configure = (mode: unknown) =>
      target.client
        .db('admin')
        .command({ configureFailPoint: 'failCommand', mode, data: { failCommands: ['insert'], errorCode: 14031 } });
    await configure('alwaysOn');
    await expect(restore(file)).rejects.toThrow('broke off');
    await configure('off');
    const unfinished = /^A restore into this database has begun at .* and not ended/;
    await expect(prepareDatabase(target.uri, 'test')).rejects.toThrow(unfinished);
    expect(await served.recheck()).toBe(false);
    expect(served.problem()).toMatch(unfinished);
    const again = backUp({ uri: target.uri, databaseName: 'test', file: join(folder, 'part.archive'), report });
    await expect(again).rejects.toThrow(unfinished);
    await restore(file);
    await prepareDatabase(target.uri, 'test');
    await until('ready', () => Promise.resolve(served.isReady()));
    const names = (await target.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    expect(names).not.toContain('restoring');
  } finally {
    await served.close();
  }
});

test('restores the dump of a server that tells its index version, namespace and storage engine', async () => {
  const file = join(folder, 'shop.archive');
  const index = { v: 2, key: { slug: 1 }, name: 'slug_1', ns: 'other.lamps', unique: true };
  const metadata = JSON.stringify({ indexes: [{ ...index, storageEngine: { enableOrderedIndex: true } }] });
  const lamps = { database: 'test', name: 'lamps', metadata, type: 'collection' };
  writeFileSync(file, Buffer.concat([preludeBytes('7.0.77', [lamps]), blockHeader(lamps), collectionEnd(lamps, 0n)]));
  await restore(file);
  expect(await target.db.collection('lamps').indexes()).toContainEqual({
    ...{ v: 2, key: { slug: 1 }, name: 'slug_1', unique: true },
  });
});

test('refuses a damaged archive or one with invalid indexes, names the file and drops nothing', async () => {
  for (const name of ['a', 'b']) await target.db.collection(name).insertOne({ kept: true });
  const file = join(folder, 'shop.archive');
  const archived = (name: string, metadata: string) => ({ database: 'test', name, metadata, type: 'collection' });
  const collections = [archived('a', ''), archived('b', '{"indexes":[{"name":"slug_1"}]}')];
  const bytes = Buffer.concat([
    preludeBytes('8.0.0', collections),
    ...collections.flatMap((collection) => [blockHeader(collection), collectionEnd(collection, 0n)]),
  ]);
  for (const [written, reason] of [
    [bytes, 'the archive is damaged: the options or indexes of b cannot be read'],
    [bytes.subarray(0, -1), 'the file is cut'],
    [Buffer.from(String(bytes).replace('slug_1', 'slug_2'), 'utf8'), ''],
  ] as const) {
    writeFileSync(file, written);
    const refusal: unknown = await restore(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ArchiveError);
    expect(String(refusal)).toContain(`${file} cannot be restored, and nothing was changed: ${reason}`);
    expect(String(refusal)).not.toContain('\n');
  }
  for (const name of ['a', 'b']) expect(await target.db.collection(name).countDocuments()).toBe(1);
});

test('a failed backup leaves no file behind and keeps the older backup', async () => {
  const file = join(folder, 'shop.archive.gz');
  writeFileSync(file, 'older');
  await source.db.collection('rows').insertOne({});
  await source.client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { skip: 1 },
    data: { failCommands: ['find'], errorCode: 239 },
  });
  await expect(backUp({ uri: source.uri, databaseName: 'test', file, report })).rejects.toThrow(
    'mongodump --oplog --archive',
  );
  expect(readFileSync(file, 'utf8')).toBe('older');
  expect(readdirSync(folder)).toEqual(['shop.archive.gz']);
  expect(existsSync(`${file}.accounts`)).toBe(false);
});
