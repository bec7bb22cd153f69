import { MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import { longRunningOptions, requestOptions } from '../database/clientOptions';
import { checkIndexes } from '../database/indexes';
import { migrate, migrations } from './migrations';
import { declarations } from './repositories';
import { refuseUnfinishedRestore } from '../database/restoreMarker';
import { checkMajorityWrites, checkOptions } from '../database/selfChecks';
import { readShopKey } from '../database/shopKey.repository';

/** Brings the database into the required shape, or says in one line what the operator must do. */
export async function prepareDatabase(uri: string, databaseName: string, log?: Pick<Logger, 'info'>): Promise<void> {
  checkOptions(new MongoClient(uri, requestOptions));
  const client = new MongoClient(uri, longRunningOptions);
  try {
    const db = client.db(databaseName);
    await refuseUnfinishedRestore(db);
    await checkMajorityWrites(db);
    await migrate(db, migrations, log);
    await readShopKey(db);
    for (const { collection, indexes } of declarations) await checkIndexes(db.collection(collection), indexes);
  } finally {
    await client.close();
  }
}
