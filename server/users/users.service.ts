import { actorOf, withAudit } from '../audit/withAudit';
import { authorize, requireSelfOrAdmin } from '../authorize';
import type { Context, SignedIn } from '../context';
import { userDeletionId } from '../database/jobs.repository';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors';
import { parseInput } from '../input';
import { withAdmin, withoutAdmin } from './adminRules';
import { finishUserDeletion } from './finishUserDeletion';
import { grantFirstAdmin } from './firstAdmin';
import { findPerson, requireEmail } from './people';
import { changeUserRoleInput, emailInput, registerUserInput, updateProfileInput } from './users.input';
import type { NewUser, Role, UserDocument } from './users.repository';

export async function findMe(context: Context): Promise<UserDocument | null> {
  await authorize(context, 'me');
  return (await context.signedIn())?.record ?? null;
}

/** Never issues anything: it hands back the token that the caller has proven to hold (decision 5). */
export async function createAccessToken(context: Context, input: unknown): Promise<string> {
  const { viewer, accessToken } = await authorize(context, 'createAccessToken');
  const { email } = parseInput(emailInput, input);
  if (requireEmail(email) !== viewer.email) throw new ForbiddenError();
  return accessToken;
}

export async function registerUser(context: Context, input: unknown): Promise<UserDocument> {
  const signedIn = await authorize(context, 'registerUser');
  const { viewer, record } = signedIn;
  const { name, email: text, photoURL } = parseInput(registerUserInput, input);
  const email = requireEmail(text);
  if (email !== viewer.email) throw new ForbiddenError();
  const photo = photoURL ?? record?.photoURL ?? '';
  await holdEmail(context, signedIn, { uid: viewer.uid, name, email, photoURL: photo, createdAt: context.now() });
  await grantFirstAdmin(context, viewer, context.adminEmails);
  const user = await context.repositories.users.findByUid(viewer.uid);
  // After the look: a record that is gone by now has left its tombstone.
  await refuseDeleted(context, viewer.uid);
  if (!user) throw new NotFoundError();
  return user;
}

/** How often others may register with a proven e-mail in the very moment that it is taken from somebody. */
const takeOverAttempts = 50;

/** A verified e-mail is taken over from whoever holds it unproven; an unverified one has to wait (decision 10). */
async function holdEmail({ repositories: { users } }: Context, { viewer }: SignedIn, user: NewUser): Promise<void> {
  for (let attempt = 0; attempt < takeOverAttempts; attempt += 1) {
    if ((await users.upsert(user)) === 'done') return;
    if (!viewer.emailVerified) break;
    const holder = await users.findByEmail(user.email);
    if (holder && holder._id !== user.uid) await users.clearEmail(holder._id, user.email);
  }
  throw new ConflictError('This e-mail belongs to another account.', 'email');
}

/** The account may have been deleted since the rights were checked; nobody comes back that way (decision 13). */
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

export async function findRole(context: Context, email: string): Promise<Role> {
  const signedIn = await authorize(context, 'userRole');
  const { uid, record } = await findPerson(context, signedIn, email);
  await requireSelfOrAdmin(context, signedIn, uid);
  return record?.role ?? 'user';
}

export async function changeUserRole(context: Context, input: unknown): Promise<UserDocument> {
  const signedIn = await authorize(context, 'changeUserRole');
  const { email, role } = parseInput(changeUserRoleInput, input);
  const user = await requireOther(context, signedIn, email, 'You cannot change your own role!');
  const change = role === 'admin' ? withAdmin : withoutAdmin;
  const changes = [{ field: 'role', before: user.role, after: role }];
  await withAudit(context, { ...actorOf(signedIn), kind: 'CHANGE_USER_ROLE', ...subjectOf(user), changes }, () =>
    context.repositories.admins.change((admins) => change(admins, user._id)),
  );
  return { ...user, role };
}

export async function deleteUser(context: Context, input: unknown): Promise<UserDocument> {
  const signedIn = await authorize(context, 'deleteUser');
  const { email } = parseInput(emailInput, input);
  const user = await requireOther(context, signedIn, email, 'You cannot delete your own account!');
  const changes = [
    { field: 'name', before: user.name, after: null },
    { field: 'email', before: user.email, after: null },
    { field: 'role', before: user.role, after: null },
  ];
  await withAudit(context, { ...actorOf(signedIn), kind: 'DELETE_USER', ...subjectOf(user), changes }, () =>
    deleteRecorded(context, user),
  );
  return user;
}

async function deleteRecorded(context: Context, { _id: uid }: UserDocument): Promise<void> {
  await context.repositories.jobs.start({
    _id: userDeletionId(uid),
    kind: 'deleteUser',
    uid,
    startedAt: context.now(),
  });
  const wasThere = await finishUserDeletion(context, uid, context.now());
  if (!wasThere) throw new NotFoundError('There is no user with this e-mail.', 'email');
}

function subjectOf({ _id, name, email }: UserDocument) {
  return { subject: email ?? name, subjectId: _id };
}

async function requireOther(
  context: Context,
  signedIn: SignedIn,
  text: string,
  refusal: string,
): Promise<UserDocument> {
  const { uid, record } = await findPerson(context, signedIn, text);
  if (uid === signedIn.viewer.uid) throw new ForbiddenError(refusal);
  if (!record) throw new NotFoundError('There is no user with this e-mail.', 'email');
  return record;
}
