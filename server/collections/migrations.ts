import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { refuseUnfinishedRestore } from '../database/restoreMarker';
import { addProductTerms } from './addProductTerms';
import { completeOrders } from './completeOrders';
import { dateCaptures } from './dateCaptures';
import { dateChanges } from './dateChanges';
import { dateMovements } from './dateMovements';
import { dropFormerOrderIndexes } from './dropIndexes';
import { foldSearchFields } from './foldSearchFields';
import { forgetCallers } from './forgetCallers';
import { forgetDeclines } from './forgetDeclines';
import { keepCheckouts } from './keepCheckouts';
import { mergeSettings } from './mergeSettings';
import { numberPapers } from './numberPapers';
import { removeAuditEmails } from './removeAuditEmails';
import { storeSwitches } from './storeSwitches';

interface MetaDocument {
  _id: string;
  version?: number;
}

/** A forward step of the stored data; idempotent, because a crash may come before it is recorded. */
export type Migration = (db: Db) => Promise<void>;

/** A later step repeats or reverts its effect. */
const retired: Migration = () => Promise.resolve();

/** Step n migrates version n to n + 1. Steps are only ever appended. */
export const migrations: readonly Migration[] = [
  retired,
  retired,
  retired,
  addProductTerms,
  foldSearchFields,
  removeAuditEmails,
  mergeSettings,
  completeOrders,
  dateCaptures,
  numberPapers,
  dateMovements,
  dateChanges,
  completeOrders,
  dropFormerOrderIndexes,
  keepCheckouts,
  forgetDeclines,
  storeSwitches,
  forgetCallers,
];

export class NewerDataError extends Error {
  constructor(found: number, known: number) {
    super(
      `The stored data has version ${found}, this Kiosk knows up to ${known}: start the newer Kiosk, or restore a backup.`,
    );
    this.name = 'NewerDataError';
  }
}

/** Rejects if a newer version has migrated the stored data, or while it is restored in part. */
export async function checkStoredData(db: Db, known = migrations.length + 1): Promise<number | undefined> {
  await refuseUnfinishedRestore(db);
  const found = (await db.collection<MetaDocument>('meta').findOne({ _id: 'storedData' }))?.version;
  if (found !== undefined && found > known) throw new NewerDataError(found, known);
  return found;
}

/** Logs each step before and after, for the operator who starts a newer version. */
export async function migrate(
  db: Db,
  steps: readonly Migration[] = migrations,
  log?: Pick<Logger, 'info'>,
): Promise<void> {
  const meta = db.collection<MetaDocument>('meta');
  const known = steps.length + 1;
  const found = await checkStoredData(db, known);
  // An empty database starts at the newest version.
  let version = found ?? known;
  const [from, startedAt] = [version, performance.now()];
  if (from < known) log?.info({ from, to: known }, `Bringing the stored data from version ${from} to ${known}`);
  while (version < known) {
    await steps[version - 1]?.(db);
    version += 1;
    await record(meta, version);
  }
  if (found === undefined) await record(meta, version);
  if (from === known) return;
  const tookMs = Math.round(performance.now() - startedAt);
  log?.info({ from, to: known, tookMs }, `The stored data has version ${known} now`);
}

/** Several processes may start at once: the version never decreases. */
async function record(meta: Collection<MetaDocument>, version: number): Promise<void> {
  await meta.updateOne({ _id: 'storedData' }, { $max: { version } }, { upsert: true });
}
