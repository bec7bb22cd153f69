import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';

/** Source fields of the search fields, and fields that show whether they are up to date. */
const projection = { name: 1, nameLower: 1, email: 1, categories: 1 };

/** Sets the fields that `fieldsOf` computes per record, in batches by id; null skips a record. */
export async function backfill(
  collection: Collection,
  filter: Document,
  fieldsOf: (record: Document) => Document | null,
  batch = 1_000,
): Promise<void> {
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = last === undefined ? {} : { _id: { $gt: last } };
    found = await collection
      .find({ ...filter, ...rest } as Document, { projection, sort: { _id: 1 }, limit: batch })
      .toArray();
    const writes = found.flatMap((record): AnyBulkWriteOperation[] => {
      const fields = fieldsOf(record);
      // A concurrent change has written its own.
      return fields ? [{ updateOne: { filter: { ...record, ...filter }, update: { $set: fields } } }] : [];
    });
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
}
