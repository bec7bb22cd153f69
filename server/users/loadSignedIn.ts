import type { Viewer } from '../auth/viewer';
import type { Repositories } from '../collections/repositories';
import type { SignedIn } from '../context';
import { ForbiddenError } from '../errors';
import { grantFirstAdmin, type FirstAdminDeps } from './firstAdmin';
import { recordVerifiedEmail } from './claimEmail';

interface LoadOptions extends Omit<FirstAdminDeps, 'repositories'> {
  readonly repositories: Pick<Repositories, 'users' | 'deletedUsers' | 'admins' | 'auditEntries'>;
  readonly viewer: Viewer;
  readonly accessToken: string;
  readonly adminEmails: readonly string[];
}

/** The record of a verified token; a deleted user is rejected before any call to Firebase. */
export async function loadSignedIn(options: LoadOptions): Promise<SignedIn> {
  const { viewer, accessToken, adminEmails } = options;
  const apiKey = null;
  const { record, isDeleted } = await options.repositories.users.findAccount(viewer.uid);
  if (isDeleted) throw new ForbiddenError('This account has been deleted.');
  if (!record) return { viewer, record, accessToken, apiKey };
  const kept = await recordVerifiedEmail(options.repositories.users, record, viewer);
  if (kept.role === 'admin') return { viewer, record: kept, accessToken, apiKey };
  const role = (await grantFirstAdmin(options, viewer, adminEmails)) ? 'admin' : 'user';
  return { viewer, record: { ...kept, role }, accessToken, apiKey };
}
