import { withAudit } from '../audit/withAudit';
import { authorize } from '../auth/authorize';
import { isUnreachable } from '../auth/judgeIdentityCall';
import type { Context, SignedIn } from '../context';
import { userDeletionId } from '../database/jobs.repository';
import { ForbiddenError, IdentityUnavailableError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { refuseUnverified, withAdmin, withoutAdmin } from './adminRules';
import { dropDeletedAdmin } from './dropDeletedAdmin';
import { finishUserDeletion } from './finishUserDeletion';
import { grantFirstAdmin } from './firstAdmin';
import { claimEmail } from './claimEmail';
import { resolvePerson, noSuchPerson, requireEmail, requirePerson, type Person, type PersonKey } from './resolvePerson';
import { isSomebody, unregistered } from './unregistered';
import { emailInput, registerUserInput, roleInput, updateProfileInput } from './users.input';
import type { Role, UserDocument } from './users.repository';

export async function findMe(context: Context): Promise<UserDocument | null> {
  await authorize(context, 'me');
  return (await context.signedIn())?.record ?? null;
}

/** Issues nothing: returns the caller's own token (decision 5). */
export async function createAccessToken(context: Context, input: unknown): Promise<string> {
  const { viewer, accessToken } = await authorize(context, 'createAccessToken');
  const { email } = parseInput(emailInput, input);
  if (requireEmail(email) !== viewer.email) throw new ForbiddenError();
  return accessToken;
}

export async function registerUser(context: Context, input: unknown): Promise<UserDocument> {
  const { viewer, record } = await authorize(context, 'registerUser');
  const { name, email: text, photoURL } = parseInput(registerUserInput, input);
  const email = requireEmail(text);
  if (email !== viewer.email) throw new ForbiddenError();
  const photo = photoURL ?? record?.photoURL ?? '';
  // Verification is never downgraded: an older token may lack it.
  const emailVerified = viewer.emailVerified || (record?.email === email && record.emailVerified);
  const { uid } = viewer;
  await claimEmail(context, viewer, { uid, name, email, emailVerified, photoURL: photo, createdAt: context.now() });
  await refuseDeleted(context, viewer.uid);
  await grantFirstAdmin(context, viewer, context.adminEmails);
  const user = await context.repositories.users.findByUid(viewer.uid);
  // After the read: a record deleted by now has left its tombstone.
  await refuseDeleted(context, viewer.uid);
  if (!user) throw new NotFoundError();
  return user;
}

/** The account may have been deleted since the permission check; a tombstone is final (decision 13). */
async function refuseDeleted({ repositories }: Context, uid: string): Promise<void> {
  if (!(await repositories.deletedUsers.has(uid))) return;
  await repositories.users.delete(uid);
  throw new ForbiddenError('This account has been deleted.');
}

export async function updateProfile(context: Context, input: unknown): Promise<UserDocument> {
  const { viewer, record } = await authorize(context, 'updateProfile');
  const { name, photoURL } = parseInput(updateProfileInput, input);
  if (record && name === null && photoURL === null) return record;
  const { users } = context.repositories;
  const profile = { ...(name !== null && { name }), ...(photoURL !== null && { photoURL }) };
  const user = record && (await users.updateProfile(viewer.uid, profile)) ? await users.findByUid(viewer.uid) : null;
  if (!user) throw new NotFoundError('Your registration is not finished yet.');
  return user;
}

export async function findRole(context: Context, key: PersonKey): Promise<Role> {
  const signedIn = await authorize(context, 'userRole');
  const { record } = await requirePerson(context, signedIn, key);
  return record?.role ?? 'user';
}

export async function changeUserRole(context: Context, input: PersonKey & { role: unknown }): Promise<UserDocument> {
  const signedIn = await authorize(context, 'changeUserRole');
  const { role: text, ...key } = input;
  const { role } = parseInput(roleInput, { role: text });
  const { record: user } = await resolveOther(context, signedIn, key, 'You cannot change your own role!');
  if (!user) throw noSuchPerson(key);
  if (role === 'admin') refuseUnverified(context, user);
  const change = role === 'admin' ? withAdmin : withoutAdmin;
  const changes = [{ field: 'role', before: user.role, after: role }];
  const [actorUid, subjectId] = [signedIn.viewer.uid, user._id];
  await withAudit(context, { actorUid, kind: 'CHANGE_USER_ROLE', subjectId, changes }, async () => {
    await context.repositories.admins.change((admins) => change(admins, subjectId));
    if (role === 'admin' && (await dropDeletedAdmin(context.repositories, subjectId))) throw noSuchPerson(key);
  });
  return { ...user, role };
}

export async function deleteUser(context: Context, key: PersonKey): Promise<UserDocument> {
  const signedIn = await authorize(context, 'deleteUser');
  const person = await resolveOther(context, signedIn, key, 'You cannot delete your own account!');
  const user = person.record ?? (await requireUnregistered(context, person.uid, key));
  const changes = [{ field: 'role', before: user.role, after: null }];
  const [actorUid, subjectId] = [signedIn.viewer.uid, user._id];
  try {
    await withAudit(context, { actorUid, kind: 'DELETE_USER', subjectId, changes }, () =>
      deleteRecorded(context, user, key),
    );
  } catch (error) {
    // The provider comes last: the person is shut out and gone. The job goes on by itself, and has the entry's outcome.
    if (!(error instanceof IdentityUnavailableError)) throw error;
    if (!isUnreachable(error.cause)) context.log.warn({ job: userDeletionId(user._id), err: error }, refusedByProvider);
  }
  return user;
}

/** For the operator: no admin can mend it. */
const refusedByProvider =
  'The identity provider does not let the shop disable the account of a deleted person: look at the credentials (docs/operating/firebase.md)';

async function deleteRecorded(context: Context, { _id: uid }: UserDocument, key: PersonKey): Promise<void> {
  await context.repositories.jobs.start({
    _id: userDeletionId(uid),
    kind: 'deleteUser',
    uid,
    startedAt: context.now(),
  });
  if (!(await finishUserDeletion(context, uid, context.now()))) throw noSuchPerson(key);
}

async function resolveOther(context: Context, signedIn: SignedIn, key: PersonKey, refusal: string): Promise<Person> {
  const person = await resolvePerson(context, signedIn, key);
  if (person.uid === signedIn.viewer.uid) throw new ForbiddenError(refusal);
  return person;
}

/** Somebody who never registered can be deleted by the uid, once. */
async function requireUnregistered(context: Context, uid: string | null, key: PersonKey): Promise<UserDocument> {
  const { deletedUsers } = context.repositories;
  if (uid === null || (await deletedUsers.has(uid)) || !(await isSomebody(context, uid))) throw noSuchPerson(key);
  return unregistered(uid);
}
