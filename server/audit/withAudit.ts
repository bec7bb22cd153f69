import type { Context } from '../context';
import { KioskError, UnavailableError } from '../errors';
import type { AuditChange, AuditCompletion, AuditIntent } from './audit.repository';

/** What the log needs of its caller. */
export type AuditParts = Pick<Context, 'requestId' | 'now'> & {
  readonly repositories: Pick<Context['repositories'], 'auditEntries'>;
  readonly log: Pick<Context['log'], 'warn'>;
};

/** What is about to be changed, and by whom. Of a person nothing but the uid is logged. */
export type AuditedChange = Pick<AuditIntent, 'actorUid' | 'kind' | 'subjectId' | 'changes'> &
  Partial<Pick<AuditIntent, 'subject' | 'subjectVersion'>>;

/**
 * Makes a change and logs it. The intent is stored first (write-ahead), so that what cannot be logged is not done. An
 * outage leaves open whether the change was made; such an entry is settled later from what is in the database.
 */
export async function withAudit<T>(
  parts: AuditParts,
  { subject = null, subjectVersion = null, ...intent }: AuditedChange,
  change: () => Promise<T>,
  changesAfter?: (result: T) => readonly AuditChange[],
): Promise<T> {
  const { repositories, requestId, now } = parts;
  const id = await repositories.auditEntries.begin({ ...intent, subject, subjectVersion, requestId, startedAt: now() });
  const complete = async (completion: Omit<AuditCompletion, 'completedAt'>) => {
    try {
      await repositories.auditEntries.complete(id, { ...completion, completedAt: now() });
    } catch (error) {
      // What was done is done, and the caller must learn how it went.
      parts.log.warn({ err: error, auditEntry: id.toHexString() }, 'An audit entry has to be completed later');
    }
  };
  let result: T;
  try {
    result = await change();
  } catch (error) {
    if (error instanceof KioskError && !(error instanceof UnavailableError)) await complete({ outcome: 'FAILED' });
    throw error;
  }
  await complete({ outcome: 'DONE', ...(changesAfter && { changes: changesAfter(result) }) });
  return result;
}
