import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountJournal } from './accountJournal';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-journal-'));
  path = join(folder, 'accounts.journal');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function written(...changes: Parameters<AccountJournal['write']>[0][]): Promise<void> {
  const journal = await AccountJournal.open(path);
  for (const change of changes) await journal.write(change);
  await journal.close();
}

async function stored(): Promise<unknown[]> {
  const journal = await AccountJournal.open(path);
  await journal.close();
  return journal.records();
}

test('keeps the last state of each account', async () => {
  await written(
    { put: [{ localId: 'a', email: 'a@x.dev' }, { localId: 'b' }], remove: [] },
    { put: [{ localId: 'a', email: 'new@x.dev' }], remove: ['b'] },
  );
  expect(await stored()).toEqual([{ localId: 'a', email: 'new@x.dev' }]);
});

test('writes changed accounts only and returns their uids', async () => {
  const journal = await AccountJournal.open(path);
  expect(await journal.write({ put: [{ localId: 'a' }], remove: ['nobody'] })).toEqual(['a']);
  expect(await journal.write({ put: [{ localId: 'a' }], remove: [] })).toEqual([]);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
  await journal.close();
});

test('drops a torn last line, wherever it was cut', async () => {
  await written({ put: [{ localId: 'a' }], remove: [] });
  const whole = readFileSync(path, 'utf8').length;
  await written({ put: [{ localId: 'b', name: 'Zoë' }], remove: [] });
  const bytes = readFileSync(path);
  for (let length = whole; length < bytes.length - 1; length += 1) {
    writeFileSync(path, bytes);
    truncateSync(path, length);
    expect(await stored()).toEqual([{ localId: 'a' }]);
  }
});

test('appends directly after the last valid line when the file ends with a torn one', async () => {
  await written({ put: [{ localId: 'a' }], remove: [] });
  appendFileSync(path, '1234abcd {"put":{"local');
  await written({ put: [{ localId: 'b' }], remove: [] });
  expect(await stored()).toEqual([{ localId: 'a' }, { localId: 'b' }]);
});

test('refuses to open a journal that is damaged before its last line and names the line', async () => {
  await written({ put: [{ localId: 'a' }], remove: [] }, { put: [{ localId: 'b' }], remove: [] });
  writeFileSync(path, readFileSync(path, 'utf8').replace('"a"', '"x"'));
  await expect(AccountJournal.open(path)).rejects.toThrow(`The account journal ${path} is damaged at line 1.`);
});

test('compacts the journal when it is opened', async () => {
  const journal = await AccountJournal.open(path);
  for (let index = 0; index < 20; index += 1) await journal.write({ put: [{ localId: 'a', index }], remove: [] });
  await journal.close();
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(21);
  await stored();
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
});
