import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';

/** The records that lack a field get the fields that are made of them, in the order of their ids, a batch at a time. */
export async function addMissingFields(
  collection: Collection,
  missing: string,
  fieldsOf: (document: Document) => Document,
  batch = 1_000,
): Promise<void> {
  const isMissing = { [missing]: { $exists: false } };
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = (last === undefined ? {} : { _id: { $gt: last } }) as Document;
    found = await collection.find({ ...isMissing, ...rest }, { sort: { _id: 1 }, limit: batch }).toArray();
    const writes = found.map((document): AnyBulkWriteOperation => ({
      updateOne: {
        // Whoever has changed the record meanwhile has written them.
        filter: { _id: document['_id'] as never, ...isMissing },
        update: { $set: fieldsOf(document) },
      },
    }));
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
}
