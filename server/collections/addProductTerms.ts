import type { Db } from 'mongodb';
import { productTermsOf } from '../text/searchTerms';
import { backfill } from './backfill';

/**
 * Products of earlier versions get what searches look into. Before version 4 it stood in a collection of its own, which goes, and so do the
 * records of bringing it in line; version 4 lacks what is told apart by category.
 */
export async function addProductTerms(db: Db, batch?: number): Promise<void> {
  await backfill(db.collection('products'), { categoryGrams: { $exists: false } }, productTermsOf, batch);
  if (await db.listCollections({ name: 'productSearch' }).hasNext()) await db.collection('productSearch').drop();
  await db.collection('jobs').deleteMany({ kind: 'syncSearch' });
}
