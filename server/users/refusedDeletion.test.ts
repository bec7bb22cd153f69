import { finishJobs } from '../collections/finishJobs';
import { createIdentity, type Identity } from '../auth/identity';
import { testProject } from '../testing/identityResponder';
import { signUp, type Principal } from '../testing/principals';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let identity: Identity;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  identity = createIdentity({ projectId: testProject, emulatorHost: server.identity.host, revocationCheckSeconds: 0 });
  admin = await signUp(server, 'admin');
});
afterAll(async () => {
  await identity.close();
  await server.stop();
});

const outcome = async () => (await server.db.collection('auditEntries').findOne({ kind: 'DELETE_USER' }))?.['outcome'];

test('a deletion that the identity provider refuses is done for the shop, and its outcome waits for the credentials', async () => {
  const ada = await signUp(server, 'ada');
  const denied = JSON.stringify({ error: { code: 403, message: 'PERMISSION_DENIED', status: 'PERMISSION_DENIED' } });
  server.identity.refuse('update', { status: 403, body: denied });
  const remove = () =>
    server.call('DELETE', `/api/users/${ada.email}`, {
      token: admin.token,
      headers: { 'idempotency-key': 'delete-ada' },
    });
  const [first, again] = [await remove(), await remove()];
  expect([first.status, first.json]).toEqual([200, { _id: ada.uid }]);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await server.repositories.users.findByUid(ada.uid)).toBeNull();
  const told = server.logLines.filter((line) => line.includes('look at the credentials'));
  expect(told.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', job: `deleteUser:${ada.uid}`, err: { cause: { code: 'auth/insufficient-permission' } } },
  ]);

  const later = () => new Date(Date.now() + 120_000);
  const finish = () => finishJobs({ repositories: server.repositories, identity, log: silentLog, now: later });
  await finish();
  expect([await outcome(), server.identity.isDisabled(ada.uid)]).toEqual(['PENDING', false]);
  server.identity.refuse('update', null);
  await finish();
  expect([await outcome(), server.identity.isDisabled(ada.uid)]).toEqual(['DONE', true]);
});
