import type { Db } from 'mongodb';

/** Drops those of the named indexes that exist. */
export async function dropIndexes(db: Db, collection: string, names: readonly string[]): Promise<void> {
  if (!(await db.listCollections({ name: collection }).hasNext())) return;
  const present = new Set((await db.collection(collection).indexes()).map(({ name }) => name));
  for (const name of names) if (present.has(name)) await db.collection(collection).dropIndex(name);
}

const formerOfOrders = ['attention', 'capture', 'newest', 'search', 'status', 'toShip'];

/** Migration: up to version 14 the indexes of orders did not hold the fields of every order of the list. */
export const dropFormerOrderIndexes = (db: Db) => dropIndexes(db, 'orders', formerOfOrders);
