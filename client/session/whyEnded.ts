// Puts the text of `OwnRecord` among the others, which nothing else may have loaded yet.
import '../__generated__/lazyOperations';
import { queryTexts } from '../lib/queryTexts';
import { callGraphQL } from './apiLink';

const ended = 'Your session has ended. Please sign in again.';

/** When a token runs out, in seconds; nothing where the text is no token. */
export function expiryOf(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof exp === 'number' ? exp : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Why the identity provider no longer knows somebody who has not signed out: the shop is asked with the token they had,
 * because it knows who was deleted. Nothing where that token is still good: they have signed out in another tab.
 */
export async function whyEnded(token: string): Promise<string | undefined> {
  const expiry = expiryOf(token);
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
