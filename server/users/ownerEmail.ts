import { isAdmin, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';

/** The e-mail of a record's owner: for the owner and admins only, else null (decision 2). */
export async function ownerEmail(context: Context, ownerUid: string): Promise<string | null> {
  const signedIn = await signedInIfPossible(context);
  if (!signedIn) return null;
  const { viewer, record } = signedIn;
  if (viewer.uid === ownerUid) return record ? record.email : viewer.email;
  return isAdmin(signedIn) ? ((await context.loaders.personByUid.load(ownerUid))?.email ?? null) : null;
}

/** The uid of a record's owner, who may have no e-mail, for admins only, else null. */
export async function ownerId(context: Context, ownerUid: string): Promise<string | null> {
  return isAdmin(await signedInIfPossible(context)) ? ownerUid : null;
}
