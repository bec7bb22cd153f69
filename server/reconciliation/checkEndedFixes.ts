import type { AuditEntryDocument } from '../audit/audit.repository';
import type { Repositories } from '../collections/repositories';
import { forEachOpenFix } from './forEachOpenFix';
import { reconciliationId, tryReconcile, type ReconcileDeps } from './reconcileDay';
import { dayOfDifference } from './reconciledDay';

export interface CheckEndedFixesDeps extends ReconcileDeps {
  readonly repositories: ReconcileDeps['repositories'] & Pick<Repositories, 'auditEntries'>;
}

const everyMs = 60_000;
/** A younger fix may still be in progress. */
const abandonedAfterMs = 60_000;

/**
 * Reconciles the days of fixes whose process has ended, or has heard nothing from the provider. Those that turn out
 * made are left to `finishFixes`; the others have failed. Every process calls this at each sweep.
 */
export function checkEndedFixes(deps: CheckEndedFixesDeps): () => Promise<void> {
  let notBefore = new Date(0);

  return async () => {
    const moment = deps.now();
    if (moment < notBefore) return;
    notBefore = new Date(moment.getTime() + everyMs);
    const abandoned = new Date(moment.getTime() - abandonedAfterMs);
    await forEachOpenFix(deps, abandoned, (entry) => checkEndedFix(deps, entry));
  };
}

async function checkEndedFix(deps: CheckEndedFixesDeps, { subjectId, startedAt }: AuditEntryDocument): Promise<void> {
  const { reconciliations } = deps.repositories;
  const day = dayOfDifference(subjectId);
  if (!day) return;
  const key = reconciliationId(deps.provider, day);
  if (!(await reconciliations.findUnrecorded(key, subjectId))) return;
  const due = new Date(startedAt.getTime() + abandonedAfterMs);
  const verdict = (await tryReconcile(deps, day, due)) ?? (await reconciliations.find(key));
  if (!verdict || verdict.checkedAt < due) return;
  if (verdict.differences.some(({ id }) => id === subjectId)) await reconciliations.endRecord(key, subjectId);
}
