import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { openTestDatabase, type TestDatabase } from '@kiosk/embedded-mongodb/openTestDatabase';
import { markRestore, refuseUnfinishedRestore, unmarkRestore } from '../database/restoreMarker';
import { createPaperNumbersRepository, type Series } from '../orders/paperNumbers.repository';
import { backUp, type Reporter } from './backUp';
import { collectionsToRestore } from './checkFile';
import type { NextNumbers } from './nextNumbers';
import { restoreArchive } from './restoreArchive';

let folder: string;
let file: string;
let source: TestDatabase;
let target: TestDatabase;
let lines: string[];
const report: Reporter = { line: (text) => void lines.push(text), progress: () => undefined };

jest.setTimeout(120_000);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-numbers-'));
  file = join(folder, 'shop.archive');
  lines = [];
  [source, target] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  await source.db.collection('products').insertOne({ name: 'Mug' });
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const at = new Date('2026-05-04');
const issue = async (db: Db, series: Series, last: number) => {
  const holder = { order: 'K-0000-0001', refund: null };
  await db.collection<{ _id: string }>('counters').insertOne({ _id: series, ...{ last, holder, at } });
};
const makeBackup = () => backUp({ uri: source.uri, databaseName: 'test', file, report });
const check = () => collectionsToRestore({ file, databaseName: 'test', from: undefined });

async function restore(numbersFrom?: NextNumbers): Promise<string | undefined> {
  lines = [];
  const collections = await check();
  await restoreArchive({ uri: target.uri, databaseName: 'test', file, collections, report, numbersFrom });
  return lines.at(-1);
}

const failing = (failCommands: readonly string[], mode: unknown) =>
  target.client
    .db('admin')
    .command({ configureFailPoint: 'failCommand', mode, data: { failCommands, errorCode: 14031 } });
const failInserts = (mode: unknown) => failing(['insert'], mode);

test('a restore says which numbers come next, and continues where it is told', async () => {
  await issue(source.db, 'invoices', 127);
  await makeBackup();
  expect(await restore()).toBe('The next invoice has the number 128, the next credit note 1.');
  const counters = (db: Db) => db.collection('counters').find().toArray();
  expect(await counters(target.db)).toEqual(await counters(source.db));
  const told = { invoices: 140, creditNotes: 9 };
  expect(await restore(told)).toBe('The next invoice has the number 140, the next credit note 9.');
  const numbers = createPaperNumbersRepository(target.db);
  expect(await numbers.findLast('invoices')).toEqual({ _id: 'invoices', last: 139, holder: null, at });
});

test('a restore continues where it is told also when no paper was issued before the backup', async () => {
  await makeBackup();
  expect(await restore({ invoices: 6 })).toBe('The next invoice has the number 6, the next credit note 1.');
});

test('a restore continues after the numbers of what it replaces, also one that is called again', async () => {
  await issue(source.db, 'invoices', 127);
  await makeBackup();
  await issue(target.db, 'invoices', 140);
  await issue(target.db, 'creditNotes', 9);
  await failInserts({ skip: 1 });
  await expect(restore()).rejects.toThrow('No process starts on this database until a restore has ended');
  await failInserts('off');
  const next = 'The next invoice has the number 141, the next credit note 10.';
  expect(await restore()).toBe(next);
  expect(await restore({ invoices: 130, creditNotes: 2 })).toBe(next);
});

test('a restore that breaks off before it replaces anything leaves the database to the shop', async () => {
  await makeBackup();
  const collections = await check();
  rmSync(file);
  const broken = restoreArchive({ uri: target.uri, databaseName: 'test', file, collections, report });
  await expect(broken).rejects.toThrow(
    /^The restore broke off: .*ENOENT.*\nRestored: none\.\nNot touched: products\.$/,
  );
  await refuseUnfinishedRestore(target.db);
});

test('a restore that breaks off at once leaves the mark of an earlier one, and names no mark of the archive', async () => {
  await source.db.collection('restoring').insertOne({ name: 'of another program' });
  await makeBackup();
  await failInserts('alwaysOn');
  await expect(restore()).rejects.toThrow('Emptied and restored in part: products (0 documents).\nNot touched: none.');
  await failInserts('off');
  const collections = await check();
  rmSync(file);
  const broken = restoreArchive({ uri: target.uri, databaseName: 'test', file, collections, report });
  await expect(broken).rejects.toThrow('No process starts on this database');
  await expect(refuseUnfinishedRestore(target.db)).rejects.toThrow('not ended');
});

test.each([
  [['find'], { times: 1 }],
  [['find'], { skip: 1, times: 1 }],
  [['find'], { skip: 2, times: 1 }],
  [['update', 'findAndModify'], { times: 1 }],
  [['drop'], { times: 1 }],
  [['drop'], { skip: 1, times: 1 }],
  [['insert'], { times: 1 }],
])(
  'a restore whose %j fails by %j says that no process starts where that is so, and nowhere else',
  async (commands, mode) => {
    await makeBackup();
    for (const isMarkedBefore of [false, true]) {
      if (isMarkedBefore) await markRestore(target.db, {});
      await failing(commands, mode);
      const said = await restore().then(String, String);
      await failing(commands, 'off');
      const isRefused = await refuseUnfinishedRestore(target.db).then(
        () => false,
        () => true,
      );
      expect({ isMarkedBefore, said, isSaid: said.includes('No process starts') }).toMatchObject({ isSaid: isRefused });
      await unmarkRestore(target.db);
    }
  },
);

test('a restore that cannot even ask for the mark of an earlier one says so', async () => {
  await makeBackup();
  await failing(['find'], { skip: 1 });
  await expect(restore()).rejects.toThrow(
    /\nNot touched: products\.\nWhether a process starts on this database cannot be told: restore again before you start one\.$/,
  );
});
