import type { Db } from 'mongodb';
import { versionsCollection } from '../database/versionDocument';

/** Every collection whose documents a call may have changed. What the processes tell each other changes by itself, a moment later. */
export async function shopCollections(db: Db): Promise<string[]> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return names.filter((name) => name !== versionsCollection).sort();
}
