import type { Db } from 'mongodb';
import { asAdmin, asUser, testTime } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';
import { endCursorOf } from '../lists/connection';
import type { AuditIntent, AuditRepository } from './audit.repository';
import { listAuditEntries } from './audit.service';

const database = useTestDatabase();

const repositories = () => database.repositories;
const at = (minute: number) => new Date(testTime.getTime() + minute * 60_000);

async function add(minute: number, intent: Partial<AuditIntent> = {}): Promise<void> {
  const entry = {
    kind: 'DELETE_STORE_ITEM',
    subject: `at ${minute}`,
    subjectId: 'f'.repeat(24),
    subjectVersion: null,
    changes: [],
    actorUid: 'ada',
    requestId: 'r',
    startedAt: at(minute),
  } as const;
  const id = await repositories().auditEntries.begin({ ...entry, ...intent });
  await repositories().auditEntries.complete(id, { outcome: 'DONE', completedAt: at(minute) });
}

async function subjects(filter: unknown, first = 100): Promise<string[]> {
  const root = await asAdmin(repositories(), 'root');
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await (await listAuditEntries(root, { filter, first, after })).page();
    found.push(...page.rows.map(({ subject }) => subject ?? ''));
    if (!page.hasNextPage) return found;
    after = endCursorOf(page);
  }
}

test('lists entries newest first in pages, with any filter', async () => {
  await asUser(repositories(), 'ada');
  for (const minute of [1, 3, 2, 3]) await add(minute);
  await add(4, { kind: 'DELETE_USER', actorUid: 'bob' });
  const everything = ['at 4', 'at 3', 'at 3', 'at 2', 'at 1'];
  expect(await subjects(null)).toEqual(everything);
  expect(await subjects(null, 2)).toEqual(everything);
  expect(await subjects({ kind: 'DELETE_USER' })).toEqual(['at 4']);
  expect(await subjects({ from: at(2), to: at(4) }, 1)).toEqual(['at 3', 'at 3', 'at 2']);
  expect(await subjects({ actorEmail: 'ADA@kiosk.test', from: at(3) })).toEqual(['at 3', 'at 3']);
  expect(await subjects({ actorEmail: 'nobody@kiosk.test' })).toEqual([]);
  const root = await asAdmin(repositories(), 'root');
  const listing = await listAuditEntries(root, { filter: { actorEmail: 'ada@kiosk.test' }, first: 1 });
  expect(await listing.count()).toEqual({ count: 4, isExact: true });
});

test('filters by the current e-mail of the actor, and by uid even after the account was deleted', async () => {
  await add(1, { actorUid: 'ada' });
  await add(2, { actorUid: 'bob' });
  await add(3, { actorUid: 'ada' });
  expect(await subjects({ actorEmail: 'ada@kiosk.test' })).toEqual([]);
  await asUser(repositories(), 'ada');
  expect(await subjects({ actorEmail: 'ada@kiosk.test' }, 1)).toEqual(['at 3', 'at 1']);
  expect(await subjects({ actorEmail: 'ada@kiosk.test', actorId: 'ada' })).toEqual(['at 3', 'at 1']);
  expect(await subjects({ actorEmail: 'ada@kiosk.test', actorId: 'bob' })).toEqual([]);
  await deleteUser(await asAdmin(repositories(), 'root'), { email: 'ada@kiosk.test' });
  expect(await subjects({ actorEmail: 'ada@kiosk.test' })).toEqual([]);
  expect(await subjects({ actorId: 'ada', kind: 'DELETE_STORE_ITEM' })).toEqual(['at 3', 'at 1']);
});

test.each([
  [{ filter: { actorEmail: 'nobody' }, first: 1 }, 'actorEmail', 'actorEmail must be a valid e-mail address'],
  [{ filter: { kind: 'READ' }, first: 1 }, 'kind', 'Kind must be a kind of change'],
  [{ first: 101 }, 'first', 'First must be a whole number from 1 to 100'],
  [{ first: 1, after: 'x' }, 'after', 'After is not a cursor of this list'],
])('refuses invalid input and names its field: %#', async (input, field, message) => {
  const root = await asAdmin(repositories(), 'root');
  await expect(listAuditEntries(root, input)).rejects.toMatchObject({ status: 400, field, message });
});

test('refuses the log to users who are not admins', async () => {
  await expect(listAuditEntries(await asUser(repositories(), 'ada'), { first: 1 })).rejects.toMatchObject({
    status: 403,
  });
});

test('the log is append-only: its repository begins, completes once and reads', async () => {
  await add(1);
  const { auditEntries } = repositories();
  expect(Object.keys(auditEntries.list).sort()).toEqual(['aggregate', 'count', 'find', 'indexes']);
  expect(Object.keys(auditEntries).sort()).toEqual(['begin', 'complete', 'findOpen', 'list']);
  const [entry] = await stored(database.db);
  if (!entry) throw new Error('no entry');
  expect(await auditEntries.complete(entry._id, { outcome: 'FAILED', completedAt: at(9) })).toBe(false);
  expect(await stored(database.db)).toEqual([entry]);
});

const stored = (db: Db) =>
  db.collection<{ _id: Parameters<AuditRepository['complete']>[0] }>('auditEntries').find().toArray();
