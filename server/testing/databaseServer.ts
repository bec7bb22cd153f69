import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';

interface DatabaseServer {
  readonly uri: string;
  readonly stop: () => Promise<void>;
}

/**
 * The server in TEST_MONGODB_URI, in a whole run that of this worker (tools/scripts/testDatabases.ts), otherwise a new
 * embedded one.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const given = process.env['TEST_MONGODB_URI'] || sharedServer();
  if (given) return { uri: given, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-test-'));
  const embedded = await startEmbeddedMongo({ dataDir, testCommands: true });
  return {
    uri: embedded.uri,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function sharedServer(): string | undefined {
  const servers = process.env['KIOSK_TEST_DATABASES']?.split(' ') ?? [];
  return servers[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
}
