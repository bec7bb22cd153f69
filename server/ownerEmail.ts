import { isAdmin } from './authorize';
import type { Context, SignedIn } from './context';
import { KioskError } from './errors';

/** The e-mail of a record's owner: for the owner and admins only, null for everybody else (decision 2). */
export async function ownerEmail(context: Context, ownerUid: string): Promise<string | null> {
  const signedIn = await signedInOrNull(context);
  if (!signedIn || (signedIn.viewer.uid !== ownerUid && !isAdmin(signedIn))) return null;
  const owner = await context.loaders.userByUid.load(ownerUid);
  if (owner) return owner.email;
  return signedIn.viewer.uid === ownerUid ? signedIn.viewer.email : null;
}

async function signedInOrNull(context: Context): Promise<SignedIn | null> {
  try {
    return await context.signedIn();
  } catch (error) {
    // The list itself is public: a stale token hides the e-mails, nothing more.
    if (error instanceof KioskError) return null;
    throw error;
  }
}
