import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { AccountJournal } from '@kiosk/auth-emulator/accountJournal';
import { openEmbeddedMongo } from '@kiosk/embedded-mongodb/server';
import { accountsFileOf, backUpAccounts, readAccounts } from './accountsFile';
import { backUp, type Reporter } from './backUp';
import { checkArchive } from '@kiosk/mongo-archive/checkArchive';
import { createPaperNumbersRepository } from '../orders/paperNumbers.repository';
import { commitRenames, finishRenames } from './commitRenames';
import type { NextNumbers } from './nextNumbers';
import { openShopDatabase } from './openShopDatabase';
import { restoreShop } from './restoreShop';

let folder: string;
let dataDir: string;
let file: string;
let lines: string[];
const report: Reporter = { line: (text) => void lines.push(text), progress: () => undefined };
const now = new Date('2026-05-04T03:02:01Z');

/** Each test starts the embedded database several times. */
jest.setTimeout(120_000);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-restore-'));
  dataDir = join(folder, 'data');
  file = join(folder, 'shop.archive.gz');
  lines = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes to the embedded database of a data folder and leaves it closed. */
async function write(name: string, invoices = 0): Promise<void> {
  const server = await openEmbeddedMongo({ dataDir: join(dataDir, 'mongodb') });
  const client = await new MongoClient(server.uri).connect();
  const db = client.db('kiosk');
  await db.collection('products').insertOne({ name });
  if (invoices > 0) await createPaperNumbersRepository(db).continueAt('invoices', invoices + 1);
  await client.close();
  await server.close();
}

async function products(): Promise<string[]> {
  const database = await openShopDatabase({ mongodbUri: null, dataDir }, 0);
  const client = await new MongoClient(database.uri).connect();
  const found = await client.db('kiosk').collection('products').find().toArray();
  await client.close();
  await database.close();
  return found.map(({ name }) => String(name));
}

async function makeBackup(): Promise<void> {
  const database = await openShopDatabase({ mongodbUri: null, dataDir }, 0);
  await backUp({ uri: database.uri, databaseName: 'kiosk', file, report });
  await database.close();
}

async function restore(confirm: (question: string) => Promise<boolean>, numbersFrom?: NextNumbers): Promise<void> {
  const collections = await checkArchive(file);
  await restoreShop({ dataDir, databaseName: 'kiosk', file, collections, report, confirm, now, numbersFrom });
}

const yes = () => Promise.resolve(true);
const unexpected = () => Promise.reject(new Error('must not ask'));
const restartMs = 60_000;

async function writeAccounts(...uids: string[]): Promise<string> {
  mkdirSync(join(dataDir, 'identity'), { recursive: true });
  const path = join(dataDir, 'identity', 'accounts.journal');
  const journal = await AccountJournal.open(path);
  const put = uids.map((localId) => ({ localId, email: `${localId}@kiosk.test` }));
  await journal.write({ put, remove: journal.uids().filter((uid) => !uids.includes(uid)) });
  await journal.close();
  return path;
}

test('restores into an empty folder without confirmation, into a used one after it, and keeps the replaced data', async () => {
  await write('first');
  const journal = await writeAccounts('ann', 'bob');
  await makeBackup();
  expect(backUpAccounts(journal, accountsFileOf(file))).toBe(2);

  rmSync(dataDir, { recursive: true });
  await restore(unexpected);
  expect(await products()).toEqual(['first']);
  expect(readdirSync(dataDir).sort()).toEqual(['identity', 'mongodb']);

  await write('second');
  await writeAccounts('eve');
  await expect(restore(() => Promise.resolve(false))).rejects.toThrow('Nothing was changed.');
  expect(await products()).toEqual(['first', 'second']);
  await restore(yes);
  expect(await products()).toEqual(['first']);
  expect(readFileSync(journal, 'utf8').match(/ann|bob|eve/g)).toEqual(['ann', 'ann', 'bob', 'bob']);
  expect(readdirSync(dataDir).sort()).toEqual(['identity', 'mongodb', 'mongodb.before-20260504030201']);
  expect(readFileSync(`${journal}.before-20260504030201`, 'utf8')).toContain('eve');
});

test('refuses to restore over a running shop', async () => {
  await write('first');
  await makeBackup();
  const server = await openEmbeddedMongo({ dataDir: join(dataDir, 'mongodb') });
  await expect(restore(yes)).rejects.toThrow(
    `the data folder ${join(dataDir, 'mongodb')} is in use by process ${process.pid}: ` +
      'stop the shop, or wait for a backup of it, first; nothing was changed.',
  );
  await server.close();
  expect(readdirSync(dataDir)).toEqual(['mongodb']);
});

test('continues after the numbers of papers that the replaced folder has', async () => {
  await write('first', 3);
  await makeBackup();
  await write('second', 7);
  await restore(yes);
  expect(lines).toContain('The next invoice has the number 8, the next credit note 1.');
});

const damageDataFile = (damage: (file: string) => void) => damage(join(dataDir, 'mongodb', 'data.mdb'));
/** Without the lock's files, which a database that could not be opened leaves. */
const filesOfDatabase = (name = 'mongodb') =>
  readdirSync(join(dataDir, name))
    .filter((file) => !file.startsWith('process.'))
    .map((file) => [file, readFileSync(join(dataDir, name, file)).length]);

test.each<[string, (file: string) => void, RegExp]>([
  ['is damaged', (path) => writeFileSync(path, 'no database'), /^The data to be replaced cannot be read: .+\.$/],
  ['is empty', (path) => writeFileSync(path, ''), /cannot be read: data\.mdb is empty\.$/],
  ['was renamed', (path) => renameSync(path, `${path}.damaged`), /cannot be read: there is no data\.mdb\.$/],
  ['was removed', (path) => rmSync(path), /cannot be read: there is no data\.mdb\.$/],
])(
  'data whose file %s is replaced only with both numbers of papers told, if need be as none',
  async (_, damage, why) => {
    await write('first', 3);
    await makeBackup();
    damageDataFile(damage);
    const before = filesOfDatabase();
    const both = /^Nothing was changed, .* with --invoices-from N and --credit-notes-from N: /;
    for (const [told, refusal] of [
      [undefined, both],
      [{ invoices: 8 }, /^Nothing was changed, .* with --credit-notes-from N: /],
      [{ creditNotes: 1 }, /^Nothing was changed, .* with --invoices-from N: /],
    ] as const) {
      lines = [];
      await expect(restore(unexpected, told)).rejects.toThrow(refusal);
      expect(lines).toEqual([expect.stringMatching(why)]);
      expect(filesOfDatabase()).toEqual(before);
      expect(readdirSync(dataDir)).toEqual(['mongodb']);
    }
    const told = { invoices: 1, creditNotes: 1 };
    await expect(restore(() => Promise.resolve(false), told)).rejects.toThrow('Nothing was changed.');
    await restore(yes, told);
    expect(lines).toContain('The next invoice has the number 4, the next credit note 1.');
    expect(lines.at(-1)).toMatch(/^What was there is in .*mongodb\.before-20260504030201: /);
    expect(filesOfDatabase('mongodb.before-20260504030201')).toEqual(before);
    expect(await products()).toEqual(['first']);
  },
);

test('the lock files of a start that broke off are no data', async () => {
  await write('first');
  await makeBackup();
  rmSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'mongodb'), { recursive: true });
  for (const name of ['lock.mdb', 'process.pid', 'process.sock']) writeFileSync(join(dataDir, 'mongodb', name), '');
  await restore(unexpected);
  expect(await products()).toEqual(['first']);
  expect(readdirSync(dataDir)).toEqual(['mongodb']);
});

test('refuses truncated or damaged accounts before anything is changed', async () => {
  await write('first');
  const journal = await writeAccounts('ann', 'bob');
  await makeBackup();
  backUpAccounts(journal, accountsFileOf(file));
  const whole = readFileSync(accountsFileOf(file), 'utf8');
  const endOfFirst = whole.indexOf('\n') + 1;
  for (const text of [
    whole.slice(0, -1),
    whole.slice(0, endOfFirst),
    whole.slice(endOfFirst),
    '',
    whole.replace('ann', 'Ann'),
  ]) {
    writeFileSync(accountsFileOf(file), text);
    await expect(restore(yes)).rejects.toThrow('damaged or cut');
  }
  expect(await products()).toEqual(['first']);
  expect(existsSync(`${join(dataDir, 'mongodb')}.restoring`)).toBe(false);
});

test('a backup in the gap of a restart waits for the shop and leaves the folder to it', async () => {
  await write('first');
  const opening = openShopDatabase({ mongodbUri: null, dataDir }, restartMs);
  const server = await openEmbeddedMongo({ dataDir: join(dataDir, 'mongodb') });
  writeFileSync(join(dataDir, 'mongodb-uri'), server.uri);
  const database = await opening;
  expect(database.uri).toBe(server.uri);
  await database.close();
  await server.close();
});

test('a backup of accounts from a journal in use omits only the unfinished line', async () => {
  const journal = await writeAccounts('ann');
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}12345678 {"put":{"localId":"bo`);
  backUpAccounts(journal, accountsFileOf(file));
  expect(readAccounts(accountsFileOf(file)).count).toBe(1);
});

test('finishes renames after a crash at any step', () => {
  for (const done of [0, 1, 2]) {
    const place = join(folder, `place${done}`);
    mkdirSync(join(place, 'old'), { recursive: true });
    writeFileSync(join(place, 'old', 'text'), 'old');
    mkdirSync(join(place, 'new'));
    writeFileSync(join(place, 'new', 'text'), 'new');
    const renames = [
      [join(place, 'old'), join(place, 'before')],
      [join(place, 'new'), join(place, 'old')],
    ] as const;
    writeFileSync(join(place, 'restore-unfinished.json'), JSON.stringify(renames.slice(0, done)));
    finishRenames(place);
    writeFileSync(join(place, 'restore-unfinished.json'), JSON.stringify(renames));
    finishRenames(place);
    expect(readFileSync(join(place, 'old', 'text'), 'utf8')).toBe('new');
    expect(readFileSync(join(place, 'before', 'text'), 'utf8')).toBe('old');
    expect(readdirSync(place).sort()).toEqual(['before', 'old']);
    expect(() => commitRenames(place, [[join(place, 'old'), join(place, 'before')]])).toThrow('nothing was changed');
  }
});

test('renames that fail are undone, and the next start has nothing to finish', () => {
  for (const name of ['old', 'new', 'journal']) writeFileSync(join(folder, name), name);
  const at = (name: string) => join(folder, name);
  const renames = [
    [at('old'), at('before')],
    [at('new'), at('old')],
    // As a mount point, or a full disk, may do.
    [at('journal'), join(at('before'), 'in-a-file')],
  ] as const;
  expect(() => commitRenames(folder, renames)).toThrow(/^Nothing was changed: E/);
  expect(readdirSync(folder).sort()).toEqual(['journal', 'new', 'old']);
  for (const name of ['old', 'new', 'journal']) expect(readFileSync(at(name), 'utf8')).toBe(name);
});
