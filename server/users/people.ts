import { canonicalEmail } from '../auth/canonicalEmail';
import { requireSelfOrAdmin } from '../authorize';
import type { Context, SignedIn } from '../context';
import { BadInputError } from '../errors';
import type { UserDocument } from './users.repository';

/** The one spelling of an e-mail that a caller gave, or a refusal on its field. */
export function requireEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('email must be a valid e-mail address', 'email');
  return email;
}

/**
 * Whose records an e-mail stands for: the record that holds it decides, and the caller must be that person or an admin.
 * Without a record it is the caller's own address, or, for an admin, nobody (null).
 */
export async function requirePerson(context: Context, signedIn: SignedIn, text: string): Promise<string | null> {
  const { uid } = await findPerson(context, signedIn, text);
  await requireSelfOrAdmin(context, signedIn, uid);
  return uid;
}

export async function findPerson(
  { repositories }: Context,
  { viewer, record: own }: SignedIn,
  text: string,
): Promise<{ uid: string | null; record: UserDocument | null }> {
  const email = requireEmail(text);
  // The caller's own record has been read for this very request.
  if (own?.email === email) return { uid: own._id, record: own };
  const record = await repositories.users.findByEmail(email);
  if (record) return { uid: record._id, record };
  return { uid: email === viewer.email ? viewer.uid : null, record: null };
}
