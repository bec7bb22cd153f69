import { isAdmin } from '../auth/authorize';
import type { SignedIn } from '../context';
import { withAudit, type AuditedChange, type AuditParts } from './withAudit';
import type { AuditChange } from './audit.repository';

/** Changes by callers who are no admins are not logged. */
export async function auditIfAdmin<T>(
  context: AuditParts,
  signedIn: SignedIn,
  logged: Omit<AuditedChange, 'actorUid'>,
  change: () => Promise<T>,
  changesAfter?: (result: T) => readonly AuditChange[],
): Promise<T> {
  if (!isAdmin(signedIn)) return change();
  return withAudit(context, { actorUid: signedIn.viewer.uid, ...logged }, change, changesAfter);
}
