import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { asAdmin, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { makeAdmin } from '../users/makeAdmin';
import { changeUserRole, deleteUser, findMe, registerUser } from '../users/users.service';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => database.clear());

const repositories = () => database.repositories;
const logged = () =>
  database.db
    .collection('auditEntries')
    .find({}, { projection: { _id: 0 } })
    .toArray();
const done = {
  subjectVersion: null,
  actorUid: 'root',
  actorEmail: 'root@kiosk.test',
  requestId: 'test',
  startedAt: testTime,
  outcome: 'DONE',
  completedAt: testTime,
};

test('a role that an admin changes is logged once, with before and after', async () => {
  await asUser(repositories(), 'ada');
  await changeUserRole(await asAdmin(repositories(), 'root'), { email: 'ada@kiosk.test', role: 'ADMIN' });
  expect(await logged()).toEqual([
    {
      ...done,
      kind: 'CHANGE_USER_ROLE',
      subject: 'ada@kiosk.test',
      subjectId: 'ada',
      changes: [{ field: 'role', before: 'user', after: 'admin' }],
    },
  ]);
});

test('a person whom an admin deletes is logged once', async () => {
  await asUser(repositories(), 'ada');
  await deleteUser(await asAdmin(repositories(), 'root'), { email: 'ada@kiosk.test' });
  expect(await logged()).toEqual([
    {
      ...done,
      kind: 'DELETE_USER',
      subject: 'ada@kiosk.test',
      subjectId: 'ada',
      changes: [
        { field: 'name', before: 'ada', after: null },
        { field: 'email', before: 'ada@kiosk.test', after: null },
        { field: 'role', before: 'user', after: null },
      ],
    },
  ]);
});

test('the first admin is logged once, however often they come', async () => {
  const boss = asViewer(repositories(), viewerNamed('boss'), { adminEmails: ['boss@kiosk.test'] });
  await registerUser(boss, { name: 'Boss', email: 'boss@kiosk.test' });
  await findMe(boss);
  await repositories().admins.change((admins) => ({ ...admins, uids: [] }));
  expect(await findMe(boss)).toMatchObject({ role: 'user' });
  expect(await logged()).toEqual([
    {
      ...done,
      actorUid: 'boss',
      actorEmail: 'boss@kiosk.test',
      kind: 'GRANT_FIRST_ADMIN',
      subject: 'boss@kiosk.test',
      subjectId: 'boss',
      changes: [{ field: 'role', before: 'user', after: 'admin' }],
    },
  ]);
});

test('of a person who becomes the first admin by several requests at once one entry is DONE', async () => {
  await asUser(repositories(), 'boss');
  const boss = asViewer(repositories(), viewerNamed('boss'), { adminEmails: ['boss@kiosk.test'] });
  await Promise.all(Array.from({ length: 5 }, () => findMe(boss)));
  expect((await logged()).filter(({ outcome }) => outcome !== 'FAILED')).toMatchObject([{ outcome: 'DONE' }]);
});

test('the command line is logged as such', async () => {
  await asUser(repositories(), 'ada');
  await makeAdmin(repositories(), 'ada@kiosk.test');
  await makeAdmin(repositories(), 'ada@kiosk.test');
  expect(await logged()).toMatchObject([
    { kind: 'MAKE_ADMIN', actorUid: 'make-admin', actorEmail: null, requestId: 'make-admin', outcome: 'DONE' },
  ]);
});

test('what is refused before anything is tried leaves no entry, what the change itself refuses a FAILED one', async () => {
  const ada = await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  await expect(changeUserRole(ada, { email: 'root@kiosk.test', role: 'USER' })).rejects.toMatchObject({ status: 403 });
  await expect(deleteUser(root, { email: 'nobody@kiosk.test' })).rejects.toMatchObject({ status: 404 });
  await expect(deleteUser(root, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await logged()).toEqual([]);
  const bob = await asAdmin(repositories(), 'bob');
  // By now root is the last one, although bob was an admin when bob's rights were checked.
  const late = { ...bob, signedIn: () => asChecked(bob) };
  await asChecked(bob);
  await changeUserRole(root, { email: 'bob@kiosk.test', role: 'USER' });
  await expect(changeUserRole(late, { email: 'root@kiosk.test', role: 'USER' })).rejects.toMatchObject({ status: 409 });
  await expect(deleteUser(late, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 409 });
  expect(await logged()).toMatchObject([
    { kind: 'CHANGE_USER_ROLE', actorUid: 'root', outcome: 'DONE' },
    { kind: 'CHANGE_USER_ROLE', actorUid: 'bob', outcome: 'FAILED', completedAt: testTime },
    { kind: 'DELETE_USER', actorUid: 'bob', outcome: 'FAILED', completedAt: testTime },
  ]);
});

/** The rights as they were when the request began. */
async function asChecked(context: Context) {
  const signedIn = await context.signedIn();
  if (!signedIn?.record) throw new Error('nobody');
  return { ...signedIn, record: { ...signedIn.record, role: 'admin' as const } };
}

test('what cannot be logged is not done', async () => {
  await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const auditEntries = { ...repositories().auditEntries, begin: () => Promise.reject(new UnavailableError()) };
  const mute = { ...repositories(), auditEntries };
  const muted = { ...root, repositories: mute };
  const email = 'ada@kiosk.test';
  await expect(changeUserRole(muted, { email, role: 'ADMIN' })).rejects.toMatchObject({ status: 503 });
  await expect(deleteUser(muted, { email })).rejects.toMatchObject({ status: 503 });
  await expect(makeAdmin(mute, email)).rejects.toMatchObject({ status: 503 });
  const first = asViewer(mute, viewerNamed('ada'), { adminEmails: [email] });
  await expect(findMe(first)).rejects.toMatchObject({ status: 503 });
  expect(await repositories().users.findByUid('ada')).toMatchObject({ role: 'user' });
  expect(await repositories().jobs.find(10)).toEqual([]);
});

test('a change whose entry cannot be completed is made, and the answer says so', async () => {
  await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const auditEntries = { ...repositories().auditEntries, complete: () => Promise.reject(new UnavailableError()) };
  const context = { ...root, repositories: { ...repositories(), auditEntries } };
  expect(await changeUserRole(context, { email: 'ada@kiosk.test', role: 'ADMIN' })).toMatchObject({ role: 'admin' });
  expect(await logged()).toMatchObject([{ outcome: 'PENDING', completedAt: null }]);
});
