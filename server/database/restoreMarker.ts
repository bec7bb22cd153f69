import type { Db } from 'mongodb';

interface MarkerDocument {
  readonly _id: 'restore';
  readonly startedAt: Date;
  /** The highest that any restore into this database found before it replaced anything. */
  readonly nextNumbers?: Readonly<Record<string, number>>;
}

/** A collection of its own: those of a backup are dropped while it is restored. */
export const markerCollection = 'restoring';

const markers = (db: Db) => db.collection<MarkerDocument>(markerCollection);

class UnfinishedRestoreError extends Error {
  constructor({ startedAt }: MarkerDocument) {
    super(
      `A restore into this database has begun at ${startedAt.toISOString()} and not ended: wait for it, or restore again.`,
    );
    this.name = 'UnfinishedRestoreError';
  }
}

/**
 * From now on no process prepares this database, and a running one stops serving within a minute. Returns the next
 * numbers of papers, also those that a restore before, which broke off, has replaced, and whether there was none.
 */
export async function markRestore(
  db: Db,
  found: Readonly<Record<string, number>>,
): Promise<{ isFirst: boolean; nextNumbers: Readonly<Record<string, number>> }> {
  const $max = Object.fromEntries(Object.entries(found).map(([series, next]) => [`nextNumbers.${series}`, next]));
  const $set = { startedAt: new Date() };
  const options = { upsert: true, returnDocument: 'after', includeResultMetadata: true } as const;
  const { lastErrorObject, value } = await markers(db).findOneAndUpdate({ _id: 'restore' }, { $set, $max }, options);
  return { isFirst: lastErrorObject?.['updatedExisting'] === false, nextNumbers: value?.nextNumbers ?? found };
}

export async function isRestoreMarked(db: Db): Promise<boolean> {
  return (await markers(db).findOne({ _id: 'restore' })) !== null;
}

export async function unmarkRestore(db: Db): Promise<void> {
  await markers(db).drop();
}

/** Rejects with an `UnfinishedRestoreError` while a restore runs, and after one that broke off. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  const marker = await markers(db).findOne({ _id: 'restore' });
  if (marker) throw new UnfinishedRestoreError(marker);
}
