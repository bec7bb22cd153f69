import type { Logger } from 'pino';
import type { Repositories } from '../collections/repositories';
import { recordRepair, type RecordDeps } from './repairOrder';
import type { BegunFix } from './reconciliations.repository';

interface FinishFixesDeps {
  readonly repositories: Pick<Repositories, 'auditEntries' | 'reconciliations' | 'orders'>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const batchSize = 1_000;

/**
 * Records fixes whose process has ended after their day was reconciled again: nobody can repeat them, as the verdict
 * lacks the difference. One that fails does not block the others.
 */
export async function finishFixes({ repositories, now, log }: FinishFixesDeps): Promise<void> {
  for (const { _id, kind, subjectId, actorUid } of await repositories.auditEntries.findOpen(now(), batchSize)) {
    if (kind !== 'FIX_DIFFERENCE') continue;
    const auditEntry = _id.toHexString();
    try {
      const found = await repositories.reconciliations.findUnrecordedAnywhere(subjectId);
      if (!found) continue;
      await recordFix({ repositories, now }, found.key, { byUid: actorUid, ...found.fix });
      log.info({ auditEntry }, 'fix of a difference recorded');
    } catch (error) {
      log.warn({ auditEntry, err: error }, 'fix of a difference has to wait');
    }
  }
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
