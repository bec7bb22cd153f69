import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../../server/database/clientOptions';
import { databaseNameOf, databaseUri } from '../../server/database/databaseUri';
import { checkIndexes } from '../../server/database/indexes';
import { createRepositories } from '../../server/collections/repositories';
import { seed } from '../../server/collections/seed';
import { withRepositories } from '../../server/collections/withRepositories';
import { productsDeclaration } from '../../server/products/products.repository';

interface Place {
  /** null: the embedded database in the folder. */
  readonly mongodbUri: string | null;
  readonly dataDir: string;
}

/**
 * Inserts generated products. In other databases the indexes are built after all inserts: with them SecantusDB had not
 * inserted 10,000 products in 25 minutes.
 */
export async function fillDatabase(place: Place, products: number): Promise<void> {
  const amounts = { products, users: 0, entries: 0 };
  if (place.mongodbUri === null) return withRepositories(place, (repositories) => seed(repositories, amounts));
  const uri = databaseUri(place);
  const client = await new MongoClient(uri, longRunningOptions).connect();
  try {
    const db = client.db(databaseNameOf(uri));
    const collection = db.collection(productsDeclaration.collection);
    await collection.dropIndexes();
    await seed(createRepositories(db), amounts);
    await checkIndexes(collection, productsDeclaration.indexes);
  } finally {
    await client.close();
  }
}
