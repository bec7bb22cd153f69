import { isAdmin } from '../auth/authorize';
import type { SignedIn } from '../context';
import { actorOf, withAudit, type AuditParts, type AuditSubject } from './withAudit';
import type { AuditChange } from './audit.repository';

/** The same change by somebody who is no admin stands in no log. */
export async function auditIfAdmin<T>(
  context: AuditParts,
  signedIn: SignedIn,
  subject: AuditSubject,
  change: () => Promise<T>,
  changesAfter?: (result: T) => readonly AuditChange[],
): Promise<T> {
  return isAdmin(signedIn) ? withAudit(context, { ...actorOf(signedIn), ...subject }, change, changesAfter) : change();
}
