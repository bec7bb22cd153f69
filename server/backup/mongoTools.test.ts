import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTestDatabase, type TestDatabase } from '@kiosk/embedded-mongodb/openTestDatabase';
import { BSONRegExp, Binary, Code, Decimal128, Double, Long, MaxKey, MinKey, Timestamp, UUID, type Db } from 'mongodb';
import { backUp, type Reporter } from './backUp';
import { collectionsToRestore } from './checkFile';
import { restoreArchive } from './restoreArchive';

/** Built by continuous integration, because npm has no packages of them and tests download nothing. */
const programs = join('tools', 'scripts', 'mongoTools', 'bin');
const areHere = ['mongodump', 'mongorestore', 'mongostat', 'mongotop'].every((name) =>
  existsSync(join(programs, name)),
);
if (!areHere)
  process.stdout.write('NOT MEASURED: mongodump and mongorestore. What is missing: tools/scripts/mongoTools/build\n');
const ifHere = areHere ? test : test.skip;

jest.setTimeout(120_000);

const report: Reporter = { line: () => undefined, progress: () => undefined };
let folder: string;
let source: TestDatabase;
let target: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-mongo-tools-'));
  [source, target] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the output of a program, which is mostly on stderr; rejects when the program fails. */
async function run(program: string, { uri }: TestDatabase, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(join(programs, program), ['--uri', uri, ...args]);
  return stdout + stderr;
}

async function fill(db: Db): Promise<void> {
  await db.collection('types').insertOne({
    ...{ long: Long.fromString('9007199254740993'), double: new Double(3), negativeZero: new Double(-0) },
    ...{ decimal: Decimal128.fromString('1.50E+3'), text: 'naïve \u0000 𝄞', nothing: null, date: new Date(-1) },
    ...{ bytes: new Binary(Buffer.from([0, 255])), uuid: new UUID('1b4e28ba-2fa1-41d2-883f-0016d3cca427') },
    ...{ regex: new BSONRegExp('^a.*z$', 'im'), stamp: new Timestamp({ t: 17, i: 4 }), code: new Code('return x') },
    ...{ least: new MinKey(), most: new MaxKey(), list: [1, [new Double(1)], { a: Long.ONE }, []], empty: {} },
  });
  await db.createCollection('empty');
  const rows = db.collection('rows');
  await rows.createIndex({ slug: 1 }, { unique: true, sparse: true });
  await rows.createIndex({ 'a.b': -1, c: 1 }, { name: 'own', partialFilterExpression: { n: { $gt: 5 } } });
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 86_400 });
  await rows.insertMany(Array.from({ length: 3000 }, (_, n) => ({ slug: `s${n}`, n, text: 'x'.repeat(n % 300) })));
}

/** The collections of a database: their raw documents and indexes. */
async function contentOf(db: Db): Promise<unknown> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  return Promise.all(
    names.map(async (name) => {
      const rows = await db.collection(name).find({}, { raw: true }).sort({ _id: 1 }).toArray();
      // mongorestore builds several indexes concurrently, in any order.
      const indexes = (await db.collection(name).indexes()).sort((a, b) =>
        String(a.name).localeCompare(String(b.name)),
      );
      return {
        ...{ name, indexes },
        rows: rows.map((row) => Buffer.from(row as unknown as Uint8Array).toString('hex')),
      };
    }),
  );
}

ifHere.each([
  ['an archive', '--archive', '--archive', []],
  ['a gzip archive', '--archive', '--archive', ['--gzip']],
  ['a folder', '--out', '--dir', []],
] as const)('mongodump and mongorestore copy a database by %s', async (_name, writes, reads, more) => {
  await fill(source.db);
  const file = join(folder, 'dump');
  await run('mongodump', source, '--db', 'test', `${writes}=${file}`, ...more);
  expect(await run('mongorestore', target, `${reads}=${file}`, ...more)).toContain(
    '3001 document(s) restored successfully. 0 ',
  );
  expect(await contentOf(target.db)).toEqual(await contentOf(source.db));
  // Restores over existing documents.
  await target.db.collection('rows').deleteMany({ n: { $lt: 1000 } });
  await run('mongorestore', target, '--drop', `${reads}=${file}`, ...more);
  expect(await contentOf(target.db)).toEqual(await contentOf(source.db));
});

ifHere.each(['shop.archive', 'shop.archive.gz'])('mongorestore restores the shop’s backup %s', async (name) => {
  await fill(source.db);
  const file = join(folder, name);
  await backUp({ uri: source.uri, databaseName: 'test', file, report });
  await run('mongorestore', target, `--archive=${file}`, ...(name.endsWith('.gz') ? ['--gzip'] : []));
  expect(await contentOf(target.db)).toEqual(await contentOf(source.db));
});

ifHere.each([
  ['shop.archive', []],
  ['shop.archive.gz', ['--gzip']],
] as const)('the shop restores what mongodump wrote to %s', async (name, options) => {
  await fill(source.db);
  const file = join(folder, name);
  await run('mongodump', source, '--db', 'test', `--archive=${file}`, ...options);
  const collections = await collectionsToRestore({ file, databaseName: 'test', from: undefined });
  await restoreArchive({ uri: target.uri, databaseName: 'test', file, collections, report });
  expect(await contentOf(target.db)).toEqual(await contentOf(source.db));
});

ifHere('mongostat reads the counters; mongotop and mongodump --oplog are refused', async () => {
  await fill(source.db);
  expect(await run('mongostat', source, '--rowcount', '1')).toMatch(/insert +query +update +delete[^]*\n/);
  await expect(run('mongotop', source)).rejects.toThrow("(CommandNotFound) no such command: 'top'");
  await expect(run('mongodump', source, '--oplog', `--archive=${join(folder, 'oplog')}`)).rejects.toThrow(
    'error getting oplog start',
  );
});
