import type { Document } from 'mongodb';
import type { ReadableCollection } from './announcedWrites';

/** Counts up to this are exact. The collection's metadata count is free, but lags behind on some servers. */
const exactUpTo = 10_000;

export async function countAll<T extends Document>(collection: ReadableCollection<T>): Promise<number> {
  const count = await collection.countDocuments({}, { limit: exactUpTo + 1 });
  return count <= exactUpTo ? count : collection.estimatedDocumentCount();
}
