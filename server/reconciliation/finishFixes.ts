import type { Logger } from 'pino';
import type { Repositories } from '../collections/repositories';
import { forEachOpenFix } from './forEachOpenFix';
import { recordRepair, type RecordDeps } from './repairOrder';
import type { BegunFix } from './reconciliations.repository';

interface FinishFixesDeps {
  readonly repositories: Pick<Repositories, 'auditEntries' | 'reconciliations' | 'orders'>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Records fixes whose process has ended after their day was reconciled again: nobody can repeat them, as the verdict
 * lacks the difference.
 */
export async function finishFixes({ repositories, now, log }: FinishFixesDeps): Promise<void> {
  await forEachOpenFix({ repositories, log }, now(), async ({ _id, subjectId, actorUid }) => {
    const found = await repositories.reconciliations.findUnrecordedAnywhere(subjectId);
    if (!found) return;
    await recordFix({ repositories, now }, found.key, { byUid: actorUid, ...found.fix });
    log.info({ auditEntry: _id.toHexString() }, 'fix of a difference recorded');
  });
}

type RecordFixDeps = Omit<RecordDeps, 'repositories'> & {
  readonly repositories: RecordDeps['repositories'] & Pick<Repositories, 'reconciliations'>;
};

/** Repeatable, after a crash too. */
export async function recordFix(
  { repositories, now }: RecordFixDeps,
  key: string,
  { byUid, ...difference }: BegunFix & { readonly byUid: string },
): Promise<void> {
  const { id, paymentId } = difference;
  await repositories.reconciliations.noteFixed(key, id);
  if (paymentId !== null) await recordRepair({ repositories, now }, { difference, byUid, paymentId });
  await repositories.reconciliations.endRecord(key, id);
}
