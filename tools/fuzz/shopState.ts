import { createHash } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import { shopCollections } from '../../server/testing/shopCollections';

/** Excluded: stored responses of idempotency keys and the audit log, which also record refused requests. */
const leftOut = ['idempotencyKeys', 'auditEntries'];

export interface ShopState {
  readonly hash: string;
  readonly documents: ReadonlyMap<string, readonly Document[]>;
}

export async function readState(db: Db): Promise<ShopState> {
  const documents = await readCollections(
    db,
    (await shopCollections(db)).filter((name) => !leftOut.includes(name)),
  );
  // An empty collection is equal to a missing one.
  const filled = [...documents].filter(([, all]) => all.length > 0);
  const hash = createHash('sha256').update(JSON.stringify(filled)).digest('hex');
  return { hash, documents };
}

async function readCollections(db: Db, names: readonly string[]): Promise<Map<string, Document[]>> {
  const read = async (name: string) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** Restores the state, so that fields do not affect each other; returns whether anything had changed. */
export async function restoreState(db: Db, wanted: ShopState): Promise<boolean> {
  const now = await readState(db);
  if (now.hash === wanted.hash) return false;
  await putBack(db, wanted, now.documents);
  if ((await readState(db)).hash !== wanted.hash) throw new Error('The state could not be put back.');
  return true;
}

/** Restores one collection only: reading all of them takes longer than a call. */
export async function restoreCollection(db: Db, wanted: ShopState, name: string): Promise<void> {
  await putBack(db, wanted, await readCollections(db, [name]));
}

async function putBack(db: Db, wanted: ShopState, present: ShopState['documents']): Promise<void> {
  for (const [name, documents] of present) {
    const old = new Map((wanted.documents.get(name) ?? []).map((document) => [String(document._id), document]));
    const added = documents.filter(({ _id }) => !old.has(String(_id))).map(({ _id }) => _id);
    if (added.length > 0) await db.collection(name).deleteMany({ _id: { $in: added } });
    const kept = new Map(documents.map((document) => [String(document._id), JSON.stringify(document)]));
    for (const [id, document] of old) {
      if (kept.get(id) === JSON.stringify(document)) continue;
      await db.collection(name).deleteOne({ _id: document._id });
      await db.collection(name).insertOne(document);
    }
  }
}
