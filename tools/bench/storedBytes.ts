import { calculateObjectSize } from 'bson';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../../server/database/clientOptions';

/** The size of all documents except the catalogue, which callers cannot grow. */
export async function storedBytes(uri: string, databaseName: string): Promise<number> {
  const client = await new MongoClient(uri, longRunningOptions).connect();
  try {
    const db = client.db(databaseName);
    let bytes = 0;
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      if (name === 'products' || name.startsWith('system.')) continue;
      for await (const document of db.collection(name).find()) bytes += calculateObjectSize(document);
    }
    return bytes;
  } finally {
    await client.close();
  }
}
