import { randomBytes } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { prepareDatabase } from '../collections/prepareDatabase';
import { createRepositories, type Repositories } from '../collections/repositories';
import { startDatabaseServer } from './databaseServer';

export interface TestDatabase {
  readonly uri: string;
  readonly databaseName: string;
  readonly db: Db;
  readonly repositories: Repositories;
  /** Empties every collection; indexes stay. */
  readonly clear: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Drops nothing on a server that is discarded with its data: SecantusDB takes as long for it as for storing them. */
export async function dropTestDatabase(db: Db): Promise<void> {
  if (!process.env['KIOSK_KEEP_DATABASES']) await db.dropDatabase();
}

/** A prepared, empty database on the server of startDatabaseServer. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await startDatabaseServer();
  const databaseName = `kiosk_test_${randomBytes(6).toString('hex')}`;
  await prepareDatabase(server.uri, databaseName);
  const client = await new MongoClient(server.uri, { ...longRunningOptions, maxPoolSize: 50 }).connect();
  const db = client.db(databaseName);
  return {
    uri: server.uri,
    databaseName,
    db,
    repositories: createRepositories(db),
    clear: async () => {
      const collections = await db.listCollections({}, { nameOnly: true }).toArray();
      await Promise.all(collections.map(({ name }) => db.collection(name).deleteMany({})));
    },
    stop: async () => {
      await dropTestDatabase(db);
      await client.close();
      await server.stop();
    },
  };
}
