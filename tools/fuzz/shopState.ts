import { createHash } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import { shopCollections } from '../../server/testing/shopCollections';

/**
 * Answers kept for replay are what the caller asked for by a key, refused or not, and the log of what admins tried holds what
 * was refused too: they are no part of the shop.
 */
const leftOut = ['idempotencyKeys', 'auditEntries'];

export interface ShopState {
  readonly hash: string;
  readonly documents: ReadonlyMap<string, readonly Document[]>;
}

export async function readState(db: Db): Promise<ShopState> {
  const names = (await shopCollections(db)).filter((name) => !leftOut.includes(name));
  const documents = new Map(
    await Promise.all(
      names.map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const),
    ),
  );
  // A collection comes into being with its first document, and stays when that is gone.
  const filled = [...documents].filter(([, all]) => all.length > 0);
  const hash = createHash('sha256').update(JSON.stringify(filled)).digest('hex');
  return { hash, documents };
}

/** Puts everything back as it was, so that no field's inputs pile up under the next one's; whether there was anything to. */
export async function restoreState(db: Db, wanted: ShopState): Promise<boolean> {
  const now = await readState(db);
  if (now.hash === wanted.hash) return false;
  for (const [name, documents] of now.documents) {
    const old = new Map((wanted.documents.get(name) ?? []).map((document) => [String(document._id), document]));
    const added = documents.filter(({ _id }) => !old.has(String(_id))).map(({ _id }) => _id);
    if (added.length > 0) await db.collection(name).deleteMany({ _id: { $in: added } });
    const present = new Map(documents.map((document) => [String(document._id), JSON.stringify(document)]));
    for (const [id, document] of old) {
      if (present.get(id) === JSON.stringify(document)) continue;
      await db.collection(name).deleteOne({ _id: document._id });
      await db.collection(name).insertOne(document);
    }
  }
  if ((await readState(db)).hash !== wanted.hash) throw new Error('The state could not be put back.');
  return true;
}
