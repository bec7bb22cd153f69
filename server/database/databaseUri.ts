import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../env';

/** The configured database, or the embedded one of a running shop in this data folder. */
export function databaseUri({ mongodbUri, dataDir }: Pick<Environment, 'mongodbUri' | 'dataDir'>): string {
  if (mongodbUri !== null) return mongodbUri;
  const file = path.join(dataDir, 'mongodb-uri');
  if (!existsSync(file))
    throw new Error(
      `No shop runs on ${dataDir}: start it first (npm start), or set DATA_DIR as the shop that runs has it, or MONGODB_URI.`,
    );
  return readFileSync(file, 'utf8').trim();
}

export function databaseNameOf(uri: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
  return name === undefined ? 'kiosk' : decodeURIComponent(name);
}
