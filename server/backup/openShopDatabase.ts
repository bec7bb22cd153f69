import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { databaseUri } from '../database/databaseUri';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import type { Environment } from '../env';

export interface OpenDatabase {
  readonly uri: string;
  close(): Promise<void>;
}

const closeNothing = () => Promise.resolve();
/** Longer than a restart: who takes the folder in its gap keeps the shop out until the backup is made. */
const restartMs = 30_000;
const pauseMs = 500;

/**
 * The configured database, the embedded one of a running shop, or that of a folder for which no shop has appeared within
 * `waitMs`.
 */
export async function openShopDatabase(
  environment: Pick<Environment, 'mongodbUri' | 'dataDir'>,
  waitMs = restartMs,
): Promise<OpenDatabase> {
  const { mongodbUri, dataDir } = environment;
  if (mongodbUri !== null) return { uri: mongodbUri, close: closeNothing };
  const folder = resolve(dataDir, 'mongodb');
  if (!existsSync(join(folder, 'data.mdb')))
    throw new Error(`No shop has ever run on ${dataDir}: set DATA_DIR or MONGODB_URI.`);
  for (const deadline = performance.now() + waitMs; ; await delay(pauseMs)) {
    const uri = await findRunning(environment);
    if (uri !== null) return { uri, close: closeNothing };
    if (performance.now() >= deadline) break;
  }
  const server = await startEmbeddedMongo({ dataDir: folder });
  return { uri: server.uri, close: () => server.stop() };
}

/** null: none answers. A killed shop leaves its address behind. */
async function findRunning(environment: Pick<Environment, 'mongodbUri' | 'dataDir'>): Promise<string | null> {
  if (!existsSync(join(environment.dataDir, 'mongodb-uri'))) return null;
  const uri = databaseUri(environment);
  const client = new MongoClient(uri, longRunningOptions);
  try {
    await client.db('admin').command({ ping: 1 });
    return uri;
  } catch {
    return null;
  } finally {
    await client.close();
  }
}
