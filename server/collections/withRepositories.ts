import { MongoClient, type Db } from 'mongodb';
import type { Environment } from '../env';
import { followCatalogue } from '../database/catalogueVersion';
import { longRunningOptions } from '../database/clientOptions';
import { databaseNameOf, databaseUri } from '../database/databaseUri';
import { readFeatures } from '../database/features';
import { prepareDatabase } from './prepareDatabase';
import { catalogueCollections, createRepositories, type Repositories } from './repositories';

/** For CLI commands: the prepared repositories of the database in use, closed after the work. */
export async function withRepositories<T>(
  environment: Pick<Environment, 'mongodbUri' | 'dataDir'>,
  work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
  const uri = databaseUri(environment);
  const databaseName = databaseNameOf(uri);
  await prepareDatabase(uri, databaseName);
  const client = await new MongoClient(uri, longRunningOptions).connect();
  try {
    return await workOn(client.db(databaseName), work);
  } finally {
    await client.close();
  }
}

/** A running shop is notified of the writes. */
async function workOn<T>(db: Db, work: (repositories: Repositories) => Promise<T>): Promise<T> {
  const { changeStreams } = await readFeatures(db);
  const catalogue = followCatalogue({
    db,
    collections: catalogueCollections,
    changeStreams: Promise.resolve(changeStreams),
  });
  try {
    return await work(createRepositories(db, catalogue.changed));
  } finally {
    await catalogue.close();
  }
}
