import type { Db } from 'mongodb';
import { productTermsOf } from '../text/searchTerms';
import { backfill } from './backfill';

/**
 * Migration: adds search fields to products of older versions. Before version 4 they were in a collection of their own,
 * which is dropped with its synchronization jobs; version 4 lacks the terms by category.
 */
export async function addProductTerms(db: Db, batch?: number): Promise<void> {
  await backfill(db.collection('products'), { categoryGrams: { $exists: false } }, productTermsOf, batch);
  if (await db.listCollections({ name: 'productSearch' }).hasNext()) await db.collection('productSearch').drop();
  await db.collection('jobs').deleteMany({ kind: 'syncSearch' });
}
