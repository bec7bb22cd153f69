import { silent } from './identityClient.fixture';
import { startIdentityEmulator } from './identityEmulator';

/** A separate process for tests to kill: `node --import tsx runIdentity.fixture.ts DATA_DIR`. */
async function main(): Promise<void> {
  const emulator = await startIdentityEmulator({
    dataDir: process.argv[2] ?? '',
    port: 0,
    projectId: 'demo-kiosk',
    log: silent,
    demoAccounts: [],
  });
  await emulator.ready;
  process.stdout.write(`${JSON.stringify({ host: emulator.host, pid: emulator.pid() })}\n`);
}

void main();
