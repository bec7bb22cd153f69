import type { Db } from 'mongodb';

interface MarkerDocument {
  readonly _id: 'restore';
  readonly startedAt: Date;
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

/** From now on no process prepares this database, and a running one stops serving within a minute. */
export async function markRestore(db: Db): Promise<void> {
  await markers(db).replaceOne({ _id: 'restore' }, { startedAt: new Date() }, { upsert: true });
}

export async function unmarkRestore(db: Db): Promise<void> {
  await markers(db).drop();
}

/** Rejects with an `UnfinishedRestoreError` while a restore runs, and after one that broke off. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  const marker = await markers(db).findOne({ _id: 'restore' });
  if (marker) throw new UnfinishedRestoreError(marker);
}
