import type { Document } from 'mongodb';
import type { ReadableCollection } from './announcedWrites';

/** Up to here a count is exact. The collection's own number costs nothing, but some servers let it lag behind. */
const exactUpTo = 10_000;

export async function countAll<T extends Document>(collection: ReadableCollection<T>): Promise<number> {
  const count = await collection.countDocuments({}, { limit: exactUpTo + 1 });
  return count <= exactUpTo ? count : collection.estimatedDocumentCount();
}
