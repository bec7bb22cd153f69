import type { ApiKeyCaller, Context, SignedIn } from '../context';
import {
  ForbiddenError,
  IdentityUnavailableError,
  refusalIn,
  UnauthenticatedError,
  type NotFoundError,
} from '../errors';
import { policy, scopesOpening, type Access, type ApiKeyScope, type Operation } from '../policy';

type Authorized<O extends Operation> = (typeof policy)[O] extends 'public' ? null : SignedIn;

/** Operations that change data or export a person's: rejected in a revoked session (decision 13). */
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
 * The first line of every service: rejects callers whom the policy does not allow; operations missing in it are
 * rejected for everyone. Public operations allow anonymous callers, but no changes in a revoked session.
 */
export async function authorize<O extends Operation>(context: Context, operation: O): Promise<Authorized<O>> {
  const access: Access | undefined = policy[operation];
  if (access === undefined) throw new ForbiddenError();
  if (context.bearsApiKey) return (await authorizeApiKey(context, operation)) as Authorized<O>;
  if (access === 'public') {
    const caller = writes.has(operation) ? await ownerIfSignedIn(context) : null;
    if (caller) await requireLive(context, caller);
    return null as Authorized<O>;
  }
  const signedIn = await context.signedIn();
  if (!signedIn) throw new UnauthenticatedError();
  if (access === 'admin') await requireAdmin(context, signedIn);
  else if (writes.has(operation)) await requireLive(context, signedIn);
  return signedIn as Authorized<O>;
}

/** A key may only call what its scopes name, even of public operations, so that a leaked key exposes no more than that. */
async function authorizeApiKey(context: Context, operation: Operation): Promise<SignedIn | null> {
  const signedIn = await context.signedIn();
  if (!signedIn?.apiKey) throw new UnauthenticatedError();
  requireScope(signedIn.apiKey, operation);
  const isPublic = policy[operation] === 'public';
  if (!isPublic) await requireLive(context, signedIn, { fresh: true });
  return isPublic ? null : signedIn;
}

function requireScope({ scopes }: ApiKeyCaller, operation: Operation): void {
  const opening = scopesOpening(operation);
  if (opening.length === 0) throw new ForbiddenError('API keys may not do this.');
  if (!opening.some((scope) => scopes.includes(scope))) throw lacksScope(opening.join(' or '));
}

/** For a part of an operation that belongs to another scope; people have no scopes. */
export function requireKeyScope({ apiKey }: SignedIn, scope: ApiKeyScope): void {
  if (apiKey && !apiKey.scopes.includes(scope)) throw lacksScope(scope);
}

const lacksScope = (scopes: string) => new ForbiddenError(`This API key lacks the scope ${scopes}.`);

/** The same message for an unknown, revoked or expired key. */
export const invalidApiKey = () => new UnauthenticatedError('This API key is not valid.');

/** 401 for a revoked session or key. `fresh`: checked now, not cached. */
async function requireLive(context: Context, { viewer, apiKey }: SignedIn, { fresh = false } = {}): Promise<void> {
  if (viewer.token) return context.identity.checkRevoked(viewer.token, { fresh });
  if (!apiKey || !(await context.repositories.apiKeys.isLive(apiKey.id, context.now()))) throw invalidApiKey();
}

/**
 * For public data that depends on the viewer. Stale tokens, deleted accounts and, during an outage of Firebase,
 * everyone (B40) count as anonymous; but if the database cannot return the caller's record, the request fails, because
 * null would be wrong.
 */
export async function signedInIfPossible({ signedIn }: Pick<Context, 'signedIn'>): Promise<SignedIn | null> {
  try {
    return await signedIn();
  } catch (error) {
    if (!(error instanceof IdentityUnavailableError)) refusalIn(error);
    return null;
  }
}

/**
 * For purchases and messages, whose owner must be certain: null is a guest, or a deleted account, which acts as one. A
 * stale token is refused and an outage of Firebase reported: taken for a guest's, a purchase would be lost to its buyer,
 * and a message would stay when its sender's account is deleted.
 */
export async function ownerIfSignedIn({ signedIn }: Pick<Context, 'signedIn'>): Promise<SignedIn | null> {
  try {
    return await signedIn();
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
}

export function isAdmin(signedIn: SignedIn | null): boolean {
  return signedIn?.record?.role === 'admin';
}

/** Whether the caller acts for the shop within the scope: an admin, or an API key that has it. */
export function actsForShop(caller: SignedIn | null, scope: ApiKeyScope): boolean {
  return caller?.apiKey ? caller.apiKey.scopes.includes(scope) : isAdmin(caller);
}

/** By the policy only: record and session are checked on execution. */
export function mayCall(caller: SignedIn | null, operation: string): boolean {
  if (caller?.apiKey) return scopesOpening(operation).some((scope) => actsForShop(caller, scope));
  const access = (policy as Readonly<Record<string, Access>>)[operation];
  if (access === undefined || caller === null) return access === 'public';
  return access !== 'admin' || isAdmin(caller);
}

/** Before a stored response is replayed: authorizes all operations as if called now, in a session that Firebase confirms now. */
export async function authorizeReplay(context: Context, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const signedIn = await authorize(context, operation);
    if (signedIn) await requireLive(context, signedIn, { fresh: true });
  }
}

/** Admin by the database now, in a session that Firebase confirms now. */
async function requireAdmin(context: Context, signedIn: SignedIn): Promise<void> {
  if (!isAdmin(signedIn)) throw new ForbiddenError();
  await requireLive(context, signedIn, { fresh: true });
}

/** For operations with the policy 'self': other people's data requires an admin. */
export async function requireSelfOrAdmin(context: Context, signedIn: SignedIn, uid: string | null): Promise<void> {
  if (uid !== signedIn.viewer.uid) await requireAdmin(context, signedIn);
}

/**
 * Records of others appear not to exist (decision 4). An API key acts for the shop within its scopes, and so on
 * everyone's records.
 */
export async function requireOwnerOrHide(
  context: Context,
  signedIn: SignedIn,
  { ownerUid }: { readonly ownerUid: string },
  hidden: NotFoundError,
): Promise<void> {
  if (signedIn.apiKey) return;
  try {
    await requireSelfOrAdmin(context, signedIn, ownerUid);
  } catch (error) {
    throw error instanceof ForbiddenError ? hidden : error;
  }
}
