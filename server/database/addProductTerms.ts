import type { AnyBulkWriteOperation, Db, Document } from 'mongodb';
import { productTermsOf } from './searchTerms';

const usualBatch = 1_000;

/**
 * Products of earlier versions get the stretches of their names that searches look into. These stood in a collection of their own, which
 * goes, and so do the records of bringing it in line.
 */
export async function addProductTerms(db: Db, batch = usualBatch): Promise<void> {
  const products = db.collection('products');
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = (last === undefined ? {} : { _id: { $gt: last } }) as Document;
    const isMissing = { nameGrams: { $exists: false } };
    const options = { sort: { _id: 1 }, limit: batch, projection: { name: 1 } } as const;
    found = await products.find({ ...isMissing, ...rest }, options).toArray();
    const writes = found.map(({ _id, name }): AnyBulkWriteOperation => ({
      updateOne: {
        // Whoever has renamed the product meanwhile has written them.
        filter: { _id: _id as never, ...isMissing },
        update: { $set: productTermsOf(typeof name === 'string' ? name : '') },
      },
    }));
    if (writes.length > 0) await products.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
  if (await db.listCollections({ name: 'productSearch' }).hasNext()) await db.collection('productSearch').drop();
  await db.collection('jobs').deleteMany({ kind: 'syncSearch' });
}
