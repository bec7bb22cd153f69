import type { Collection, Db } from 'mongodb';
import { addProductTerms } from './addProductTerms';
import { completeOrders } from './completeOrders';
import { foldSearchFields } from './foldSearchFields';
import { gatherSettings } from './gatherSettings';
import { removeAuditEmails } from './removeAuditEmails';

interface MetaDocument {
  _id: string;
  version?: number;
}

/** A forward step to the stored data; it must be safe to run twice, because a crash may come before it is recorded. */
export type Migration = (db: Db) => Promise<void>;

/** A later step repeats or reverts its effect. */
const retired: Migration = () => Promise.resolve();

/** Step n leads from version n to version n + 1. Steps are only ever added. */
export const migrations: readonly Migration[] = [
  retired,
  retired,
  retired,
  addProductTerms,
  foldSearchFields,
  removeAuditEmails,
  gatherSettings,
  completeOrders,
];

export class NewerDataError extends Error {
  constructor(found: number, known: number) {
    super(
      `The stored data has version ${found}, this Kiosk knows up to ${known}: start the newer Kiosk, or restore a backup.`,
    );
    this.name = 'NewerDataError';
  }
}

export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<void> {
  const meta = db.collection<MetaDocument>('meta');
  const known = steps.length + 1;
  const found = (await meta.findOne({ _id: 'storedData' }))?.version;
  if (found !== undefined && found > known) throw new NewerDataError(found, known);
  // An empty database starts at the newest version: there is nothing to migrate.
  let version = found ?? known;
  while (version < known) {
    await steps[version - 1]?.(db);
    version += 1;
    await record(meta, version);
  }
  if (found === undefined) await record(meta, version);
}

/** Several processes may start at once: the slower one takes nothing back. */
async function record(meta: Collection<MetaDocument>, version: number): Promise<void> {
  await meta.updateOne({ _id: 'storedData' }, { $max: { version } }, { upsert: true });
}
