import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../isAlive';
import { authTimeOf, identityClient, silent } from './identityClient.fixture';
import { startIdentityEmulator, type IdentityEmulator } from './identityEmulator';

jest.setTimeout(120_000);

const demoAccounts = [{ email: 'admin@kiosk.test', password: 'kiosk-admin', displayName: 'Kiosk Admin' }];

let dataDir: string;
let emulator: IdentityEmulator;
let client: ReturnType<typeof identityClient>;
const changed: string[] = [];

const start = (port = 0) =>
  startIdentityEmulator({
    dataDir,
    port,
    projectId: 'demo-kiosk',
    log: silent,
    demoAccounts,
    pingsBeforeRestart: 3,
    onAccountChange: (uid) => changed.push(uid),
  });
const journal = () => readFileSync(join(dataDir, 'identity', 'accounts.journal'), 'utf8');

async function killAndWait(): Promise<void> {
  process.kill(emulator.pid() ?? 0, 'SIGKILL');
  await client.untilAway();
  await client.untilReady();
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-identity-'));
  emulator = await start();
  client = identityClient(emulator.host);
});

afterAll(async () => {
  await emulator.stop();
  rmSync(dataDir, { recursive: true });
});

test('answers at once while the emulator starts, with the code that lets a browser keep its session', async () => {
  const startedAt = performance.now();
  const answer = await fetch(`http://${emulator.host}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k`, {
    method: 'POST',
    headers: { origin: 'http://127.0.0.1:4000' },
    body: '{}',
  });
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4000');
  expect(await answer.json()).toMatchObject({
    error: { message: 'NETWORK_REQUEST_FAILED : The identity emulator is not ready yet.' },
  });
  expect(await client.isReady()).toBe(false);
  expect(await emulator.outbox()).toEqual([]);
});

describe('when ready', () => {
  beforeAll(() => emulator.ready);

  test('the demo account signs in, with a verified e-mail', async () => {
    const { body } = await client.signIn('admin@kiosk.test', 'kiosk-admin');
    const { body: found } = await client.asOwner('accounts:lookup', { localId: [body['localId']] });
    expect(found['users']).toMatchObject([{ emailVerified: true, displayName: 'Kiosk Admin' }]);
  });

  test('a wrong password and an unknown account look alike', async () => {
    const wrong = await client.signIn('admin@kiosk.test', 'wrong-password');
    const unknown = await client.signIn('nobody@kiosk.test', 'wrong-password');
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: 'INVALID_LOGIN_CREDENTIALS' } } });
    expect(unknown).toEqual(wrong);
  });

  test('an account is on disk when the answer arrives, and the listener has been told', async () => {
    const { body } = await client.signUp('disk@x.dev', 'secret-1');
    expect(journal()).toContain(`"localId":"${body['localId']}"`);
    expect(changed).toContain(body['localId']);
  });

  test('only the owner can read the journal', () => {
    expect(statSync(join(dataDir, 'identity', 'accounts.journal')).mode & 0o077).toBe(0);
  });

  test('accounts, passwords, deletions and sessions survive a killed emulator', async () => {
    const created = await client.signUp('kill@x.dev', 'secret-1');
    const update = { idToken: created.body['idToken'], password: 'secret-2', returnSecureToken: true };
    const changedPassword = await client.accounts('update', update);
    const gone = await client.signUp('gone@x.dev', 'secret-1');
    await client.accounts('delete', { idToken: gone.body['idToken'] });
    const google = await client.signInWithGoogle('google@x.dev', 'google-sub-1');
    await killAndWait();

    const signedIn = await client.signIn('kill@x.dev', 'secret-2');
    expect(signedIn).toMatchObject({ status: 200, body: { localId: created.body['localId'] } });
    expect(await client.signIn('kill@x.dev', 'secret-1')).toMatchObject({ status: 400 });
    expect(await client.signIn('gone@x.dev', 'secret-1')).toMatchObject({ status: 400 });
    const googleAgain = await client.signInWithGoogle('google@x.dev', 'google-sub-1');
    expect(googleAgain.body['localId']).toBe(google.body['localId']);
    expect(await client.refresh(changedPassword.body['refreshToken'])).toMatchObject({
      status: 200,
      body: { user_id: created.body['localId'] },
    });
    expect(await client.accounts('lookup', { idToken: changedPassword.body['idToken'] })).toMatchObject({
      status: 200,
    });
    const { body } = await client.signIn('admin@kiosk.test', 'kiosk-admin');
    expect(journal().match(/"email":"admin@kiosk.test","salt"/g)?.length).toBeGreaterThan(0);
    expect(new Set(journal().match(/"localId":"\w+"(?=[^\n]*admin@kiosk\.test)/g))).toEqual(
      new Set([`"localId":"${body['localId']}"`]),
    );
  });

  test('a disabled account and its claims stay as they were', async () => {
    const { body } = await client.signUp('disabled@x.dev', 'secret-1');
    const change = { localId: body['localId'], disableUser: true, customAttributes: '{"shop":1}' };
    await client.asOwner('accounts:update', change);
    await killAndWait();
    expect(await client.signIn('disabled@x.dev', 'secret-1')).toMatchObject({
      status: 400,
      body: { error: { message: 'USER_DISABLED' } },
    });
    expect(await client.refresh(body['refreshToken'])).toMatchObject({ status: 400 });
    const { body: found } = await client.asOwner('accounts:lookup', { localId: [body['localId']] });
    expect(found['users']).toMatchObject([{ disabled: true, customAttributes: '{"shop":1}' }]);
  });

  test('a session ends with its revocation, and the others of later begin anew', async () => {
    const { body } = await client.signUp('revoked@x.dev', 'secret-1');
    const later = String(authTimeOf(body['idToken']) + 1);
    await client.asOwner('accounts:update', { localId: body['localId'], validSince: later });
    expect(await client.refresh(body['refreshToken'])).toMatchObject({
      status: 400,
      body: { error: { message: 'TOKEN_EXPIRED' } },
    });
    expect(await client.signIn('revoked@x.dev', 'secret-1')).toMatchObject({ status: 200 });
  });

  test('a refreshed token keeps the time of its sign-in', async () => {
    const first = await client.signUp('twice@x.dev', 'secret-1');
    const beginning = authTimeOf(first.body['idToken']);
    while (Date.now() / 1000 < beginning + 1) await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await client.signIn('twice@x.dev', 'secret-1');
    expect(authTimeOf(second.body['idToken'])).toBeGreaterThan(beginning);
    const refreshed = await client.refresh(first.body['refreshToken']);
    expect(authTimeOf(refreshed.body['id_token'])).toBe(beginning);
  });

  test('mails wait in the outbox, their links lead through the open port, and what they do is on disk', async () => {
    const { body } = await client.signUp('mail@x.dev', 'secret-1');
    await client.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'mail@x.dev' });
    const mail = (await emulator.outbox()).find(({ email }) => email === 'mail@x.dev');
    expect(mail?.oobLink).toContain(`http://${emulator.host}/emulator/action?mode=resetPassword`);
    const done = await fetch(`${mail?.oobLink}&newPassword=secret-3`);
    expect(done.status).toBe(200);
    expect(journal()).toContain('password=secret-3');
    expect(await client.signIn('mail@x.dev', 'secret-3')).toMatchObject({ body: { localId: body['localId'] } });
  });

  test('many at once are all on disk', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.signUp(`many-${index}@x.dev`, 'secret-1')),
    );
    const text = journal();
    expect(answers.filter(({ body }) => !text.includes(`"localId":"${body['localId']}"`))).toEqual([]);
  });

  test('another site cannot use the owner’s key', async () => {
    const url = `http://${emulator.host}/identitytoolkit.googleapis.com/v1/projects/demo-kiosk/accounts:batchGet`;
    const headers = { authorization: 'Bearer owner' };
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(url, { headers: { ...headers, origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(url, { headers: { ...headers, origin: 'http://localhost:4000' } })).status).toBe(200);
  });

  test('another host name is refused', async () => {
    const [, port] = emulator.host.split(':');
    const status = await new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/readyz', headers: { host: `evil.example:${port}` } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(403);
  });

  test('the preflight of a browser is answered', async () => {
    const answer = await fetch(`http://${emulator.host}/identitytoolkit.googleapis.com/v1/accounts:signUp`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:4000', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4000');
  });

  test('an emulator that hangs is replaced', async () => {
    const { body } = await client.signUp('hang@x.dev', 'secret-1');
    process.kill(emulator.pid() ?? 0, 'SIGSTOP');
    await client.untilAway();
    await client.untilReady();
    expect(await client.signIn('hang@x.dev', 'secret-1')).toMatchObject({ body: { localId: body['localId'] } });
  });

  test('stops within 3 s, leaves no process, and restores everything at the next start', async () => {
    const { body } = await client.signUp('stop@x.dev', 'secret-1');
    const pid = emulator.pid() ?? 0;
    const startedAt = performance.now();
    await emulator.stop();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(isAlive(pid)).toBe(false);

    emulator = await start();
    client = identityClient(emulator.host);
    await emulator.ready;
    expect(await client.signIn('stop@x.dev', 'secret-1')).toMatchObject({ body: { localId: body['localId'] } });
  });
});

test('a taken port is named', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const other = mkdtempSync(join(tmpdir(), 'kiosk-identity-'));
  const options = { dataDir: other, port, projectId: 'demo-kiosk', log: silent, demoAccounts };
  await expect(startIdentityEmulator(options)).rejects.toThrow(
    `AUTH_EMULATOR_PORT ${port} is already in use; set another one.`,
  );
  await new Promise((resolve) => taken.close(resolve));
  rmSync(other, { recursive: true });
});
