import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityClient, silent } from '@kiosk/auth-emulator/identityClient.fixture';
import { type IdentityEmulator, startIdentityEmulator } from '@kiosk/auth-emulator/identityEmulator';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
  updateEmail,
  type User,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { createMailActions } from './mailActions';

jest.setTimeout(120_000);

let dataDir: string;
let emulator: IdentityEmulator;
let app: FirebaseApp;
let auth: Auth;
let made = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-mails-'));
  const projectId = 'demo-kiosk';
  emulator = await startIdentityEmulator({
    ...{ dataDir, port: 0, projectId, log: silent, demoAccounts: [] },
    onAccountChange: () => undefined,
  });
  await emulator.ready;
  app = initializeApp({ projectId, apiKey: 'demo-key' });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://${emulator.host}`, { disableWarnings: true });
});

afterAll(async () => {
  await deleteApp(app);
  await emulator.stop();
  rmSync(dataDir, { recursive: true });
});

const newEmail = () => `mails-${(made += 1)}@example.com`;

async function signUp(): Promise<User> {
  return (await createUserWithEmailAndPassword(auth, newEmail(), 'secret-1')).user;
}

async function lastCode(requestType: string): Promise<string> {
  const answer = await fetch(`http://${emulator.host}/emulator/v1/projects/demo-kiosk/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { requestType: string; oobCode: string }[] };
  return oobCodes.findLast((each) => each.requestType === requestType)?.oobCode ?? '';
}

const changes = {
  VERIFY_AND_CHANGE_EMAIL: async (user: User) => {
    const email = newEmail();
    await verifyBeforeUpdateEmail(user, email);
    return email;
  },
  RECOVER_EMAIL: async (user: User) => {
    const before = user.email ?? '';
    await updateEmail(user, newEmail());
    return before;
  },
};

test.each(Object.keys(changes) as (keyof typeof changes)[])(
  'a %s that was done refuses the code, and the account shows its e-mail',
  async (requestType) => {
    const user = await signUp();
    const email = await changes[requestType](user);
    const code = await lastCode(requestType);
    const mail = createMailActions(auth);
    expect(await mail.linkEmail(code)).toBe(email);
    await mail.apply(code);
    await expect(mail.apply(code)).rejects.toMatchObject({ code: 'auth/invalid-action-code' });
    await user.reload();
    expect(user).toMatchObject({ email, emailVerified: true });
  },
);

test('where the change has ended the sessions, the account cannot show it and is signed out', async () => {
  const user = await signUp();
  const { issuedAtTime } = await user.getIdTokenResult();
  const validSince = String(Date.parse(issuedAtTime) / 1000 + 1);
  // Firebase does so with each change of an e-mail, the emulator does not.
  await identityClient(emulator.host).asOwner('accounts:update', { localId: user.uid, validSince });
  await expect(user.reload()).rejects.toMatchObject({ code: 'auth/user-token-expired' });
  expect(auth.currentUser).toBeNull();
});
