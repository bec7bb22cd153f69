import type { Db, Document } from 'mongodb';
import { setUpdatedAt } from '../database/changeTime';

const dated = ['products', 'orders'];

/**
 * Migration: up to version 12 products and orders lacked a date of change. They count as changed now, so that clients
 * which start synchronizing get all of them.
 */
export async function dateChanges(db: Db, batch = 1_000): Promise<void> {
  for (const name of dated) {
    const collection = db.collection(name);
    let found: Document[] = [];
    do {
      const last: unknown = found.at(-1)?.['_id'];
      const undated = { updatedAt: { $exists: false }, ...(last !== undefined && { _id: { $gt: last } }) } as Document;
      found = await collection.find(undated, { projection: { _id: 1 }, sort: { _id: 1 }, limit: batch }).toArray();
      const ids = found.map(({ _id }) => _id as never);
      await collection.updateMany({ _id: { $in: ids }, updatedAt: { $exists: false } }, setUpdatedAt as Document);
    } while (found.length === batch);
  }
}
