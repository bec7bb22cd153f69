import { BSON, type Db } from 'mongodb';
import { versionsCollection } from '../database/versionDocument';

/**
 * Every collection whose documents a call may have changed, without those by which processes notify each other, which
 * change by themselves.
 */
export async function shopCollections(db: Db): Promise<string[]> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return names.filter((name) => name !== versionsCollection).sort();
}

interface StoredDocument {
  readonly collection: string;
  readonly bytes: Uint8Array;
}

type StoredDocuments = ReadonlyMap<string, StoredDocument>;

/** Every document as bytes, because decoding them before and after each call takes too long. */
export async function storedDocuments(db: Db): Promise<StoredDocuments> {
  const all = await Promise.all(
    (await shopCollections(db)).map(async (collection) => {
      const found = await db.collection(collection).find({}, { raw: true, batchSize: 10_000 }).toArray();
      return found.map((document) => {
        const bytes = document as unknown as Uint8Array;
        return [`${collection} ${Buffer.from(bytes).toString('latin1')}`, { collection, bytes }] as const;
      });
    }),
  );
  return new Map(all.flat());
}

/** The documents added and removed between two snapshots, each with its collection and as JSON. */
export const changesBetween = (before: StoredDocuments, after: StoredDocuments) => ({
  added: lackingIn(before, after),
  removed: lackingIn(after, before),
});

const lackingIn = (one: StoredDocuments, other: StoredDocuments): string[] =>
  [...other]
    .filter(([key]) => !one.has(key))
    .map(([, { collection, bytes }]) => `${collection} ${JSON.stringify(BSON.deserialize(bytes))}`);
