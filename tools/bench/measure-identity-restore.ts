// `npx tsx tools/bench/measure-identity-restore.ts 10000`: how long the identity emulator takes to restore so many
// accounts.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountJournal } from '@kiosk/auth-emulator/accountJournal';
import { startIdentityEmulator } from '@kiosk/auth-emulator/identityEmulator';

const count = Number(process.argv[2] ?? 10_000);
const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-restore-'));
const log = { debug: () => undefined, info: () => undefined, warn: console.warn };

function account(number: number) {
  const email = `person${number}@restore.test`;
  return {
    localId: `person-${number}`,
    email,
    emailVerified: true,
    displayName: `Person ${number}`,
    passwordHash: 'fakeHash:salt=fakeSaltabcdefghij0123456789:password=secret-word',
    salt: 'fakeSaltabcdefghij0123456789',
    createdAt: '1700000000000',
    lastLoginAt: '1700000000000',
    validSince: '1700000000',
    providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
  };
}

mkdirSync(join(dataDir, 'identity'));
const journal = await AccountJournal.open(join(dataDir, 'identity', 'accounts.journal'));
await journal.write({ put: Array.from({ length: count }, (_, number) => account(number)), remove: [] });
await journal.close();
for (const wanted of [0, count]) {
  const folder = wanted === 0 ? mkdtempSync(join(tmpdir(), 'kiosk-restore-empty-')) : dataDir;
  const startedAt = performance.now();
  const emulator = await startIdentityEmulator({
    dataDir: folder,
    port: 0,
    projectId: 'demo-kiosk',
    log,
    demoAccounts: [],
  });
  await emulator.ready;
  console.log(`${wanted} accounts: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const response = await fetch(
    `http://${emulator.host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `person${count - 1}@restore.test`,
        password: 'secret-word',
        returnSecureToken: true,
      }),
    },
  );
  console.log(`the last of them signs in: ${response.ok ? 'yes' : 'no'}`);
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
}
