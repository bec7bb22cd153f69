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
  if (context.bearsApiKey) return (await authorizeApiKey(context, operation)) as Authorized<O>;
  if (access === 'public') {
    const caller = writes.has(operation) ? await signedInIfPossible(context) : null;
    if (caller) await requireLive(context, caller);
    return null as Authorized<O>;
  }
  const signedIn = await context.signedIn();
  if (!signedIn) throw new UnauthenticatedError();
  if (access === 'admin') await requireAdmin(context, signedIn);
  else if (writes.has(operation)) await requireLive(context, signedIn);
  return signedIn as Authorized<O>;
}

/** A key may call what its scopes name, whatever anybody else may: it is for a purpose, and a leaked one opens no more than that. */
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

/** For a part of an operation that is another scope's business: people have no scopes. */
export function requireKeyScope({ apiKey }: SignedIn, scope: ApiKeyScope): void {
  if (apiKey && !apiKey.scopes.includes(scope)) throw lacksScope(scope);
}

const lacksScope = (scopes: string) => new ForbiddenError(`This API key lacks the scope ${scopes}.`);

/** The same sentence for a key that is unknown, revoked or expired. */
export const invalidApiKey = () => new UnauthenticatedError('This API key is not valid.');

/** 401 in a session that was revoked, and for a key that was. `fresh`: at this moment, and not a while ago. */
async function requireLive(context: Context, { viewer, apiKey }: SignedIn, { fresh = false } = {}): Promise<void> {
  if (viewer.token) return context.identity.checkRevoked(viewer.token, { fresh });
  if (!apiKey || !(await context.repositories.apiKeys.isLive(apiKey.id, context.now()))) throw invalidApiKey();
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

/** Whether the caller acts for the shop in what the scope is about: an admin, or an API key that has it. */
export function actsForShop(caller: SignedIn | null, scope: ApiKeyScope): boolean {
  return caller?.apiKey ? caller.apiKey.scopes.includes(scope) : isAdmin(caller);
}

/** By the policy alone: record and session are checked on execution. */
export function mayCall(caller: SignedIn | null, operation: string): boolean {
  if (caller?.apiKey) return scopesOpening(operation).some((scope) => actsForShop(caller, scope));
  const access = (policy as Readonly<Record<string, Access>>)[operation];
  if (access === undefined || caller === null) return access === 'public';
  return access !== 'admin' || isAdmin(caller);
}

/** Before an earlier answer is given again: as if all was called now, in a session that Firebase still honours at this moment. */
export async function authorizeReplay(context: Context, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const signedIn = await authorize(context, operation);
    if (signedIn) await requireLive(context, signedIn, { fresh: true });
  }
}

/** Admin by the database at this moment, in a session that Firebase still honours at this moment. */
async function requireAdmin(context: Context, signedIn: SignedIn): Promise<void> {
  if (!isAdmin(signedIn)) throw new ForbiddenError();
  await requireLive(context, signedIn, { fresh: true });
}

/** For operations with the policy 'self': other people's data needs an admin. */
export async function requireSelfOrAdmin(context: Context, signedIn: SignedIn, uid: string | null): Promise<void> {
  if (uid !== signedIn.viewer.uid) await requireAdmin(context, signedIn);
}

/**
 * Somebody else's record looks exactly like one that does not exist (decision 4). An API key acts for the shop in what it was let in to: with
 * everybody's.
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
