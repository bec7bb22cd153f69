import type { Db, Document } from 'mongodb';

const usualBatch = 1_000;

/** What search knows of the products of earlier versions gets their owner, by whom one person's own list is searched. */
export async function addSearchOwners(db: Db, batch = usualBatch): Promise<void> {
  const search = db.collection('productSearch');
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = (last === undefined ? {} : { _id: { $gt: last } }) as Document;
    const options = { sort: { _id: 1 }, limit: batch, projection: { ownerUid: 1 } } as const;
    found = await db.collection('products').find(rest, options).toArray();
    // Only where it is missing: whoever has synced the product meanwhile has written it.
    const writes = found.map(({ _id, ownerUid }) => ({
      updateOne: {
        filter: { _id: _id as never, ownerUid: { $exists: false } },
        update: { $set: { ownerUid: ownerUid as string } },
      },
    }));
    if (writes.length > 0) await search.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
}
