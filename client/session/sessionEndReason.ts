// Registers the text of `OwnRecord`, which nothing else may have loaded yet.
import '../__generated__/lazyOperations';
import { queryTexts } from '../lib/queryTexts';
import { callGraphQL } from './apiLink';

const ended = 'Your session has ended. Please sign in again.';

/** The token's expiry in Unix seconds; undefined for malformed tokens. */
export function tokenExpirySeconds(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof exp === 'number' ? exp : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Why the identity provider has ended a session without a sign-out: asks the shop with the last token, because the shop
 * knows which users were deleted. Undefined when that token is still accepted: the user has signed out in another tab.
 */
export async function sessionEndReason(token: string): Promise<string | undefined> {
  const expiry = tokenExpirySeconds(token);
  if (expiry === undefined) return undefined;
  if (expiry * 1000 <= Date.now()) return ended;
  const [operationName, query] = ['OwnRecord', queryTexts.get('OwnRecord')];
  const source = { token: async (options?: { refresh: boolean }) => (options?.refresh ? undefined : token) };
  const { errors } = await callGraphQL(source, JSON.stringify({ operationName, query }));
  const [first] = errors ?? [];
  const code = first?.extensions?.['code'];
  if (code === 'FORBIDDEN') return first?.message;
  return code === 'UNAUTHENTICATED' ? ended : undefined;
}
