import { isAdmin } from './authorize';
import type { Context, SignedIn } from './context';
import { KioskError } from './errors';

/** The e-mail of a record's owner: for the owner and admins only, null for everybody else (decision 2). */
export async function ownerEmail(context: Context, ownerUid: string): Promise<string | null> {
  const signedIn = await signedInOrNull(context);
  if (!signedIn) return null;
  const { viewer, record } = signedIn;
  if (viewer.uid === ownerUid) return record ? record.email : viewer.email;
  return isAdmin(signedIn) ? context.loaders.emailByUid.load(ownerUid) : null;
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
