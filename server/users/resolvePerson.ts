import { canonicalEmail } from '../auth/canonicalEmail';
import { requireSelfOrAdmin } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { BadInputError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { isSomebody } from './unregistered';
import { personKeyInput } from './users.input';
import type { UserDocument } from './users.repository';

/** Normalizes a caller's e-mail, or rejects it on its field. */
export function requireEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('email must be a valid e-mail address', 'email');
  return email;
}

/** By uid, or by e-mail, which may change or be removed. */
export interface PersonKey {
  readonly email?: string | null | undefined;
  readonly id?: string | null | undefined;
}

export interface Person {
  readonly uid: string | null;
  readonly record: UserDocument | null;
}

export const hasPersonKey = ({ email, id }: PersonKey): boolean => (email ?? id ?? null) !== null;

/**
 * The person that a key identifies; the caller must be that person or an admin. An e-mail is resolved by its record;
 * without one it is the caller's own address, which their record need not have yet, or, for an admin, unknown (null).
 */
export async function requirePerson(context: Context, signedIn: SignedIn, key: PersonKey): Promise<Person> {
  const person = await resolvePerson(context, signedIn, key);
  await requireSelfOrAdmin(context, signedIn, person.uid);
  if (person.record || (key.id ?? null) === null || person.uid === signedIn.viewer.uid) return person;
  const uid = person.uid ?? '';
  // Some data of deleted people remains.
  if ((await context.repositories.deletedUsers.has(uid)) || (await isSomebody(context, uid))) return person;
  throw noSuchPerson(key);
}

export async function resolvePerson(
  { repositories }: Context,
  { viewer, record: own }: SignedIn,
  { email: text, id }: PersonKey,
): Promise<Person> {
  const key = parseInput(personKeyInput, { email: text, id });
  if (key.id !== null) {
    // The caller's own record was read for this request.
    const record = key.id === viewer.uid ? own : await repositories.users.findByUid(key.id);
    return { uid: key.id, record };
  }
  const email = requireEmail(key.email ?? '');
  if (own?.email === email) return { uid: own._id, record: own };
  const record = await repositories.users.findByEmail(email);
  if (record) return { uid: record._id, record };
  return email === viewer.email ? { uid: viewer.uid, record: own } : { uid: null, record: null };
}

export function noSuchPerson({ id }: PersonKey): NotFoundError {
  return (id ?? null) === null
    ? new NotFoundError('There is no user with this e-mail.', 'email')
    : new NotFoundError('There is no user with this id.', 'id');
}
