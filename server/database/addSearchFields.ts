import type { AnyBulkWriteOperation, Collection, Db, Document } from 'mongodb';
import { userSearchFields } from '../users/userSearch';
import { nameSearchFields } from './searchTerms';

const usualBatch = 1_000;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Users and store entries of earlier versions get the fields that sorts and searches look into. */
export async function addSearchFields(db: Db, batch = usualBatch): Promise<void> {
  const userFields = ({ name, email }: Document) => userSearchFields({ name: text(name), email: text(email) });
  await addFields(db.collection('users'), userFields, batch);
  await addFields(db.collection('storeEntries'), ({ name }) => nameSearchFields(text(name)), batch);
}

async function addFields(
  collection: Collection,
  fieldsOf: (document: Document) => Document,
  batch: number,
): Promise<void> {
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = (last === undefined ? {} : { _id: { $gt: last } }) as Document;
    found = await collection.find(rest, { sort: { _id: 1 }, limit: batch }).toArray();
    // Only where they are missing: whoever has changed the record meanwhile has written them.
    const writes = found
      .filter(({ nameLower }) => nameLower === undefined)
      .map((document): AnyBulkWriteOperation => ({
        updateOne: {
          filter: { _id: document['_id'] as never, nameLower: { $exists: false } },
          update: { $set: fieldsOf(document) },
        },
      }));
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
}
