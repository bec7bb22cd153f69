import type { Context, SignedIn } from '../context';
import {
  ForbiddenError,
  IdentityUnavailableError,
  refusalIn,
  UnauthenticatedError,
  type NotFoundError,
} from '../errors';
import { policy, type Access, type Operation } from '../policy';

type Authorized<O extends Operation> = (typeof policy)[O] extends 'public' ? null : SignedIn;

/** Operations that change data or export a person's: refused in a session that was revoked elsewhere (decision 13). */
const writes: ReadonlySet<Operation> = new Set<Operation>([
  'createAccessToken',
  'myData',
  'registerUser',
  'addToStore',
  'adjustStock',
  'setStoreQuantity',
  'acceptPrice',
  'createProduct',
  'updateProduct',
  'deleteStoreItem',
  'restoreStoreItem',
  'updateProfile',
  'saveAddress',
  'deleteAddress',
  'changeUserRole',
  'deleteUser',
  'startCheckout',
  'updateCheckout',
  'submitCheckout',
  'extendHold',
  'cancelCheckout',
  'undoOrder',
  'cancelOrder',
  'reorder',
  'claimGuestOrders',
]);

/**
 * The first line of every service: refuses callers whom the policy does not let in; an operation it lacks refuses everybody.
 * Public operations let strangers in, but none of their changes a session that was revoked.
 */
export async function authorize<O extends Operation>(context: Context, operation: O): Promise<Authorized<O>> {
  const access: Access | undefined = policy[operation];
  if (access === undefined) throw new ForbiddenError();
  if (access === 'public') {
    const caller = writes.has(operation) ? await signedInIfPossible(context) : null;
    if (caller) await context.identity.checkRevoked(caller.viewer.token);
    return null as Authorized<O>;
  }
  const signedIn = await context.signedIn();
  if (!signedIn) throw new UnauthenticatedError();
  if (access === 'admin') await requireAdmin(context, signedIn);
  else if (writes.has(operation)) await context.identity.checkRevoked(signedIn.viewer.token);
  return signedIn as Authorized<O>;
}

/**
 * Where a part of what is public depends on who reads it. A stale token, a deleted account and, while Firebase is away, everybody
 * (B40) is a stranger; whose record the database does not give right now has to come again, for null would be wrong.
 */
export async function signedInIfPossible({ signedIn }: Pick<Context, 'signedIn'>): Promise<SignedIn | null> {
  try {
    return await signedIn();
  } catch (error) {
    if (!(error instanceof IdentityUnavailableError)) refusalIn(error);
    return null;
  }
}

export function isAdmin(signedIn: SignedIn | null): boolean {
  return signedIn?.record?.role === 'admin';
}

/** By the policy alone: record and session are checked on execution. */
export function mayCall(caller: SignedIn | null, operation: string): boolean {
  const access = (policy as Readonly<Record<string, Access>>)[operation];
  if (access === undefined || caller === null) return access === 'public';
  return access !== 'admin' || isAdmin(caller);
}

/** Before an earlier answer is given again: as if all was called now, in a session that Firebase still honours at this moment. */
export async function authorizeReplay(context: Context, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const signedIn = await authorize(context, operation);
    if (signedIn) await context.identity.checkRevoked(signedIn.viewer.token, { fresh: true });
  }
}

/** Admin by the database at this moment, in a session that Firebase still honours at this moment. */
async function requireAdmin(context: Context, signedIn: SignedIn): Promise<void> {
  if (!isAdmin(signedIn)) throw new ForbiddenError();
  await context.identity.checkRevoked(signedIn.viewer.token, { fresh: true });
}

/** For operations with the policy 'self': other people's data needs an admin. */
export async function requireSelfOrAdmin(context: Context, signedIn: SignedIn, uid: string | null): Promise<void> {
  if (uid !== signedIn.viewer.uid) await requireAdmin(context, signedIn);
}

/** Somebody else's record looks exactly like one that does not exist (decision 4). */
export async function requireOwnerOrHide(
  context: Context,
  signedIn: SignedIn,
  { ownerUid }: { readonly ownerUid: string },
  hidden: NotFoundError,
): Promise<void> {
  try {
    await requireSelfOrAdmin(context, signedIn, ownerUid);
  } catch (error) {
    throw error instanceof ForbiddenError ? hidden : error;
  }
}
