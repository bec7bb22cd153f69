import type { Db, Document } from 'mongodb';
import { asText } from '../products/storedItem';
import { foldText } from '../text/foldText';
import { nameSearchFields, productTermsOf } from '../text/searchTerms';
import { userSearchFields } from '../users/userSearch';
import { backfill } from './backfill';

/**
 * Migration: up to version 5 searches ignored only case. Rewrites search fields of names that `foldText` changes
 * further, and adds those of users and store entries of version 1.
 */
export async function foldSearchFields(db: Db, batch?: number): Promise<void> {
  const outdated = (fieldsOf: (record: Document) => Document) => (record: Document) =>
    isOutdated(record) ? fieldsOf(record) : null;
  const ofProduct = outdated((product) => ({
    nameLower: foldText(asText(product['name'])),
    ...productTermsOf(product),
  }));
  const ofEntry = outdated(({ name }) => nameSearchFields(asText(name)));
  const ofUser = outdated(({ name, email }) => userSearchFields({ name: asText(name), email: asText(email) }));
  await backfill(db.collection('products'), {}, ofProduct, batch);
  await backfill(db.collection('storeEntries'), {}, ofEntry, batch);
  await backfill(db.collection('users'), {}, ofUser, batch);
}

function isOutdated({ name, nameLower, email }: Document): boolean {
  return foldText(asText(name)) !== nameLower || foldText(asText(email)) !== asText(email);
}
