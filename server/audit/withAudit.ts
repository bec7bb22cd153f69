import type { Context } from '../context';
import { isRefusal } from '../errors';
import type { AuditChange, AuditCompletion, AuditIntent } from './audit.repository';

/** Dependencies of the audit log. */
export type AuditDeps = Pick<Context, 'requestId' | 'now'> & {
  readonly repositories: Pick<Context['repositories'], 'auditEntries'>;
  readonly log: Pick<Context['log'], 'warn'>;
};

/** The planned change, and who makes it. Of a person only the uid is logged. */
export type AuditedChange = Pick<AuditIntent, 'actorUid' | 'kind' | 'subjectId' | 'changes'> &
  Partial<Pick<AuditIntent, 'subject' | 'subjectVersion'>>;

/**
 * Makes a change and logs it. The intent is stored first (write-ahead), so that nothing goes unlogged. If an outage
 * leaves the outcome unknown, the entry is settled later from the stored data.
 */
export async function withAudit<T>(
  deps: AuditDeps,
  { subject = null, subjectVersion = null, ...intent }: AuditedChange,
  change: () => Promise<T>,
  changesAfter?: (result: T) => readonly AuditChange[],
): Promise<T> {
  const { repositories, requestId, now } = deps;
  const id = await repositories.auditEntries.begin({ ...intent, subject, subjectVersion, requestId, startedAt: now() });
  const complete = async (completion: Omit<AuditCompletion, 'completedAt'>) => {
    try {
      await repositories.auditEntries.complete(id, { ...completion, completedAt: now() });
    } catch (error) {
      // The change is made, and the caller must get its result.
      deps.log.warn({ err: error, auditEntry: id.toHexString() }, 'An audit entry has to be completed later');
    }
  };
  let result: T;
  try {
    result = await change();
  } catch (error) {
    if (isRefusal(error)) await complete({ outcome: 'FAILED' });
    throw error;
  }
  await complete({ outcome: 'DONE', ...(changesAfter && { changes: changesAfter(result) }) });
  return result;
}
