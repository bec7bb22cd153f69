import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { demoAccounts } from '../auth/demoAccounts';
import { finishRenames } from '../backup/commitRenames';
import type { DemoPerson } from '../demo/insertDemoShop';
import { startIdentityEmulator, type IdentityEmulator } from '@kiosk/auth-emulator/identityEmulator';
import { superviseEmbeddedMongo, type EmbeddedMongoSupervisor } from '@kiosk/embedded-mongodb/superviseEmbeddedMongo';
import type { Environment } from '../env';

/** Local replacements for the database and the identity provider if none are configured; shared by all processes. */
export interface LocalServices {
  readonly mongodbUri: string;
  /** null: Firebase. */
  readonly emulatorHost: string | null;
  /** Resolves when the emulator responds. */
  readonly ready: Promise<void>;
  readonly stop: () => Promise<void>;
  readonly forceStop: () => void;
}

interface LocalServiceListeners {
  readonly onGiveUp: () => void;
  readonly onAccountChange: (uid: string) => void;
}

export const demoProject = 'demo-kiosk';

/** The demo data is inserted before the emulator is up, so the accounts' uids are predetermined. */
const emulatedAccounts = demoAccounts.map((account) => ({
  ...account,
  localId: `demo-${account.email.split('@')[0]}`,
}));

export async function startLocalServices(
  environment: Environment,
  log: Logger,
  { onGiveUp, onAccountChange }: LocalServiceListeners,
): Promise<LocalServices> {
  const { dataDir } = environment;
  finishRenames(dataDir);
  const mongo = environment.mongodbUri === null ? await startMongo(dataDir, log, onGiveUp) : null;
  try {
    const emulator = environment.firebase ? null : await startEmulator(environment, log, onAccountChange);
    return {
      mongodbUri: environment.mongodbUri ?? mongo?.uri ?? '',
      emulatorHost: emulator?.host ?? null,
      ready: emulator?.ready ?? Promise.resolve(),
      stop: async () => {
        await Promise.all([emulator?.stop(), mongo?.stop()]);
        rmSync(join(dataDir, 'mongodb-uri'), { force: true });
      },
      forceStop: () => killAll(mongo, emulator),
    };
  } catch (error) {
    await mongo?.stop();
    throw error;
  }
}

async function startMongo(dataDir: string, log: Logger, onGiveUp: () => void): Promise<EmbeddedMongoSupervisor> {
  const folder = join(dataDir, 'mongodb');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mongo = await superviseEmbeddedMongo({ dataDir: folder, log, onGiveUp });
  // `npm run seed` and `npm run make-admin` locate the running database by this file.
  writeFileSync(join(dataDir, 'mongodb-uri'), mongo.uri, { mode: 0o600 });
  return mongo;
}

function startEmulator(
  { dataDir, authEmulatorPort, demoData, publicUrl }: Environment,
  log: Logger,
  onAccountChange: (uid: string) => void,
): Promise<IdentityEmulator> {
  return startIdentityEmulator({
    dataDir,
    port: authEmulatorPort,
    projectId: demoProject,
    log: log.child({ part: 'identity emulator' }),
    demoAccounts: demoData ? emulatedAccounts : [],
    pageOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
    onAccountChange,
  });
}

export function demoPeople(): Record<'admin' | 'shopper' | 'other', DemoPerson> {
  const person = (name: string): DemoPerson => {
    const account = emulatedAccounts.find(({ email }) => email.startsWith(`${name}@`));
    if (!account) throw new Error(`There is no demo account ${name}.`);
    return { uid: account.localId, email: account.email, name: account.displayName };
  };
  return { admin: person('admin'), shopper: person('shopper'), other: person('other') };
}

/** Each has a process group of its own, so that nothing else is killed. */
function killAll(mongo: EmbeddedMongoSupervisor | null, emulator: IdentityEmulator | null): void {
  for (const pid of [mongo?.pid(), emulator?.pid()]) {
    if (!pid) continue;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has exited already.
    }
  }
}
