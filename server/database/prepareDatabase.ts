import { MongoClient, type Db } from 'mongodb';
import { patientOptions } from './clientOptions';
import { checkIndexes } from './indexes';
import { migrate } from './migrations';
import { declarations } from './repositories';

/** Brings the database into the shape the repositories rely on, or says in one line what an operator must do. */
export async function prepareDatabase(uri: string, databaseName: string): Promise<void> {
  const client = new MongoClient(uri, patientOptions);
  try {
    const db = client.db(databaseName);
    await requireMajorityWrites(db);
    await migrate(db);
    for (const { collection, indexes } of declarations) await checkIndexes(db.collection(collection), indexes);
  } finally {
    await client.close();
  }
}

/** A write to a server that cannot promise a majority would be acknowledged and then lost. */
async function requireMajorityWrites(db: Db): Promise<void> {
  if (db.writeConcern?.w !== 'majority')
    throw new Error("The connection string overrides the write concern 'majority'.");
  await db
    .collection<{ _id: string }>('meta')
    .updateOne({ _id: 'majorityWrites' }, { $set: { checked: true } }, { upsert: true });
}
