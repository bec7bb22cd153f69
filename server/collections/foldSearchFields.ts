import type { AnyBulkWriteOperation, Collection, Db, Document } from 'mongodb';
import { foldText } from '../text/foldText';
import { asText } from '../products/storedItem';
import { userSearchFields } from '../users/userSearch';
import { nameSearchFields, productTermsOf } from '../text/searchTerms';

/** Up to version 5 searches told apart everything but upper and lower case: what `foldText` makes another text of is filed anew. */
export async function foldSearchFields(db: Db, batch = 1_000): Promise<void> {
  const ofProduct = (product: Document) => ({
    nameLower: foldText(asText(product['name'])),
    ...productTermsOf(product),
  });
  const ofEntry = ({ name }: Document) => nameSearchFields(asText(name));
  const ofUser = ({ name, email }: Document) => userSearchFields({ name: asText(name), email: asText(email) });
  await refile(db.collection('products'), ofProduct, batch);
  await refile(db.collection('storeEntries'), ofEntry, batch);
  await refile(db.collection('users'), ofUser, batch);
}

async function refile(
  collection: Collection,
  fieldsOf: (document: Document) => Document,
  batch: number,
): Promise<void> {
  const projection = { name: 1, nameLower: 1, email: 1, categories: 1 };
  let found: Document[] = [];
  do {
    const last: unknown = found.at(-1)?.['_id'];
    const rest = (last === undefined ? {} : { _id: { $gt: last } }) as Document;
    found = await collection.find(rest, { projection, sort: { _id: 1 }, limit: batch }).toArray();
    const writes = found.filter(isFiledOtherwise).map((document): AnyBulkWriteOperation => ({
      // Whoever has changed the record meanwhile has filed it, too.
      updateOne: { filter: document, update: { $set: fieldsOf(document) } },
    }));
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
  } while (found.length === batch);
}

function isFiledOtherwise({ name, nameLower, email }: Document): boolean {
  return foldText(asText(name)) !== nameLower || foldText(asText(email)) !== asText(email);
}
