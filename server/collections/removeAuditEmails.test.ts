import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { removeAuditEmails } from './removeAuditEmails';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('removes names and e-mails from earlier entries, keeps the uids, and changes nothing on a second run', async () => {
  const entries = database.db.collection('auditEntries');
  const shared = { actorUid: 'root', outcome: 'DONE', startedAt: new Date(0) };
  const role = { field: 'role', before: 'user', after: null };
  const email = { field: 'email', before: 'ada@kiosk.test', after: null };
  const price = { field: 'price', before: '5.00', after: '6.00' };
  const name = { field: 'name', before: 'Lamp', after: 'Torch' };
  await entries.insertMany([
    {
      ...shared,
      kind: 'DELETE_USER',
      actorEmail: 'root@kiosk.test',
      subject: 'ada@kiosk.test',
      subjectId: 'ada',
      changes: [email, role],
    },
    { ...shared, kind: 'MAKE_ADMIN', actorEmail: null, subject: 'bob@kiosk.test', subjectId: 'bob', changes: [role] },
    {
      ...shared,
      kind: 'UPDATE_PRODUCT',
      actorEmail: 'root@kiosk.test',
      subject: 'Lamp',
      subjectId: 'f',
      changes: [name, price],
    },
  ]);
  await entries.createIndex({ actorEmail: 1, startedAt: -1, _id: -1 }, { name: 'email' });
  for (let run = 0; run < 2; run += 1) {
    await removeAuditEmails(database.db);
    const found = await entries.find({}, { projection: { _id: 0 } }).toArray();
    expect(found).toEqual([
      { ...shared, kind: 'DELETE_USER', subject: null, subjectId: 'ada', changes: [role] },
      { ...shared, kind: 'MAKE_ADMIN', subject: null, subjectId: 'bob', changes: [role] },
      { ...shared, kind: 'UPDATE_PRODUCT', subject: 'Lamp', subjectId: 'f', changes: [name, price] },
    ]);
    expect((await entries.indexes()).map((index) => index.name)).not.toContain('email');
  }
});

test('gives earlier messages an expiry date by the current retention setting', async () => {
  const messages = database.db.collection('contactMessages');
  const createdAt = new Date('2096-01-01T00:00:00Z');
  await messages.insertMany([{ name: 'A', createdAt }, { name: 'B' }]);
  for (const [days, expiresAt] of [
    [365, new Date('2096-12-31T00:00:00Z')],
    [30, new Date('2096-01-31T00:00:00Z')],
  ] as const) {
    await database.repositories.messages.applyRetention(days);
    expect(await messages.findOne({ name: 'A' })).toMatchObject({ expiresAt });
  }
  expect(await messages.findOne({ name: 'B' })).not.toHaveProperty('expiresAt');
});
