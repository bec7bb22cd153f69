import { isAdmin } from '../auth/authorize';
import type { SignedIn } from '../context';
import { withAudit, type AuditedChange, type AuditDeps } from './withAudit';
import type { AuditChange } from './audit.repository';

/** Changes by an admin or an API key are logged; those of other callers are not. */
export async function auditIfAdmin<T>(
  context: AuditDeps,
  signedIn: SignedIn,
  logged: Omit<AuditedChange, 'actorUid'>,
  change: () => Promise<T>,
  changesAfter?: (result: T) => readonly AuditChange[],
): Promise<T> {
  if (!isAdmin(signedIn) && signedIn.apiKey === null) return change();
  return withAudit(context, { actorUid: signedIn.viewer.uid, ...logged }, change, changesAfter);
}
