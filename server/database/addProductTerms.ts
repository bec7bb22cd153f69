import type { Db } from 'mongodb';
import { addMissingFields } from './addMissingFields';
import { productTermsOf } from './searchTerms';

/**
 * Products of earlier versions get the stretches of their names that searches look into. These stood in a collection of their own, which
 * goes, and so do the records of bringing it in line.
 */
export async function addProductTerms(db: Db, batch?: number): Promise<void> {
  const termsOf = ({ name }: { readonly name?: unknown }) => productTermsOf(typeof name === 'string' ? name : '');
  await addMissingFields(db.collection('products'), 'nameGrams', termsOf, batch);
  if (await db.listCollections({ name: 'productSearch' }).hasNext()) await db.collection('productSearch').drop();
  await db.collection('jobs').deleteMany({ kind: 'syncSearch' });
}
