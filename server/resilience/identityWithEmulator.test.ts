import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityClient, silent } from '@kiosk/auth-emulator/identityClient.fixture';
import { startIdentityEmulator, type IdentityEmulator } from '@kiosk/auth-emulator/identityEmulator';
import { demoAccounts } from '../auth/demoAccounts';
import { createIdentity, type Identity } from '../auth/identity';
import { viewerOf } from '../auth/viewer';

jest.setTimeout(120_000);

const unauthenticated = { code: 'UNAUTHENTICATED', status: 401 };
const unavailable = { code: 'SERVICE_UNAVAILABLE', status: 503 };

let dataDir: string;
let emulator: IdentityEmulator;
let identity: Identity;
let client: ReturnType<typeof identityClient>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-auth-'));
  emulator = await startIdentityEmulator({
    dataDir,
    port: 0,
    projectId: 'demo-kiosk',
    log: silent,
    demoAccounts,
    onAccountChange: (uid) => identity.forget(uid),
  });
  identity = createIdentity({ projectId: 'demo-kiosk', emulatorHost: emulator.host, revocationCheckSeconds: 60 });
  client = identityClient(emulator.host);
});

afterAll(async () => {
  await identity.close();
  await emulator.stop();
  rmSync(dataDir, { recursive: true });
});

async function signedUp(email: string): Promise<{ uid: string; token: string; refreshToken: string | undefined }> {
  const { body } = await client.signUp(email, 'secret-1');
  return { uid: body['localId'] ?? '', token: body['idToken'] ?? '', refreshToken: body['refreshToken'] };
}

test('answers 503 within 2 s to a call that needs the emulator while it starts', async () => {
  const startedAt = performance.now();
  await expect(identity.disableAccount('anybody')).rejects.toMatchObject(unavailable);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

describe('when the emulator is ready', () => {
  beforeAll(() => emulator.ready);

  test('the demo admin is known', async () => {
    const { body } = await client.signIn('admin@kiosk.test', 'kiosk-admin');
    const token = await identity.verify(body['idToken'] ?? '');
    expect(viewerOf(token)).toMatchObject({ email: 'admin@kiosk.test', emailVerified: true });
    await expect(identity.checkRevoked(token, { fresh: true })).resolves.toBeUndefined();
  });

  test('rejects a disabled account with 401 at once and refuses it new tokens and sign-in', async () => {
    const { uid, token, refreshToken } = await signedUp('disabled@x.dev');
    const idToken = await identity.verify(token);
    await identity.checkRevoked(idToken);
    expect([await identity.hasAccount(uid), await identity.hasAccount('nobody')]).toEqual([true, false]);
    // The e-mail is not verified.
    expect(await identity.disableAccount(uid)).toBeNull();
    await expect(identity.checkRevoked(idToken)).rejects.toMatchObject(unauthenticated);
    expect(await client.refresh(refreshToken)).toMatchObject({ status: 400 });
    expect(await client.signIn('disabled@x.dev', 'secret-1')).toMatchObject({ status: 400 });
  });

  test('rejects the token of a deleted account with 401', async () => {
    const { uid, token } = await signedUp('deleted@x.dev');
    const idToken = await identity.verify(token);
    await identity.checkRevoked(idToken);
    await client.accounts('delete', { idToken: token });
    await expect(identity.checkRevoked(idToken)).rejects.toMatchObject(unauthenticated);
    await expect(identity.disableAccount(uid)).resolves.toBeNull();
  });

  test('a password change ends other sessions and keeps the one that made it', async () => {
    const { token } = await signedUp('change@x.dev');
    const old = await identity.verify(token);
    // Revocation times have a resolution of one second.
    while (Date.now() / 1000 < old.authTime + 1) await new Promise((resolve) => setTimeout(resolve, 50));
    const change = { idToken: token, password: 'secret-2', returnSecureToken: true };
    const { body } = await client.accounts('update', change);
    await expect(identity.checkRevoked(old)).rejects.toMatchObject(unauthenticated);
    await expect(identity.checkRevoked(await identity.verify(body['idToken'] ?? ''))).resolves.toBeUndefined();
  });

  test('revokes the token of a password account when the owner of its address signs in with Google', async () => {
    const attacker = await signedUp('owner@x.dev');
    const stolen = await identity.verify(attacker.token);
    await identity.checkRevoked(stolen);
    const { body } = await client.signInWithGoogle('owner@x.dev', 'google-owner');
    expect(body['localId']).toBe(attacker.uid);
    await expect(identity.checkRevoked(stolen)).rejects.toMatchObject(unauthenticated);
    await expect(identity.checkRevoked(await identity.verify(body['idToken'] ?? ''))).resolves.toBeUndefined();
    expect(await client.signIn('owner@x.dev', 'secret-1')).toMatchObject({ status: 400 });
  });

  test('while the emulator is down, answers 503 without signing out, and recovers by itself', async () => {
    const { token } = await signedUp('away@x.dev');
    const idToken = await identity.verify(token);
    process.kill(emulator.pid() ?? 0, 'SIGKILL');
    await client.untilAway();
    await expect(identity.verify(token)).resolves.toMatchObject({ uid: idToken.uid });
    for (let index = 0; index < 5; index += 1) {
      const startedAt = performance.now();
      await expect(identity.checkRevoked(idToken, { fresh: true })).rejects.toMatchObject(unavailable);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
    await client.untilReady();
    const readyAt = performance.now();
    for (;;) {
      try {
        await identity.checkRevoked(idToken, { fresh: true });
        break;
      } catch (error) {
        expect(error).toMatchObject(unavailable);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    expect(performance.now() - readyAt).toBeLessThan(5_000);
  });
});
