import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** The configured database, the embedded one of a running shop, or that of a folder without a running shop. */
export async function openShopDatabase(
  environment: Pick<Environment, 'mongodbUri' | 'dataDir'>,
): Promise<OpenDatabase> {
  const { mongodbUri, dataDir } = environment;
  if (mongodbUri !== null) return { uri: mongodbUri, close: closeNothing };
  const folder = resolve(dataDir, 'mongodb');
  if (existsSync(join(dataDir, 'mongodb-uri'))) {
    const uri = databaseUri(environment);
    if (await answers(uri)) return { uri, close: closeNothing };
  }
  if (!existsSync(join(folder, 'data.mdb')))
    throw new Error(`No shop has ever run on ${dataDir}: set DATA_DIR or MONGODB_URI.`);
  const server = await startEmbeddedMongo({ dataDir: folder });
  return { uri: server.uri, close: () => server.stop() };
}

/** A killed shop leaves its address behind. */
async function answers(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, longRunningOptions);
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
