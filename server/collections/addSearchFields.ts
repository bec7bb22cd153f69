import type { Db, Document } from 'mongodb';
import { asText } from '../products/storedItem';
import { userSearchFields } from '../users/userSearch';
import { addMissingFields } from './addMissingFields';
import { nameSearchFields } from '../text/searchTerms';

/** Users and store entries of earlier versions get the fields that sorts and searches look into. */
export async function addSearchFields(db: Db, batch?: number): Promise<void> {
  const userFields = ({ name, email }: Document) => userSearchFields({ name: asText(name), email: asText(email) });
  await addMissingFields(db.collection('users'), 'nameLower', userFields, batch);
  await addMissingFields(
    db.collection('storeEntries'),
    'nameLower',
    ({ name }) => nameSearchFields(asText(name)),
    batch,
  );
}
