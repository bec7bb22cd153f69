import { looksLikeApiKey } from './apiKeyText';
import { UnauthenticatedError } from '../errors';
import { canonicalEmail } from './canonicalEmail';
import { maxTokenLength, type IdToken } from './idToken';

/** The caller by a verified token or an API key. Role and deletion belong to the stored user. */
export interface Viewer {
  readonly uid: string;
  /** In canonical form; null if the account has no acceptable one. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** null: an API key. */
  readonly token: IdToken | null;
}

export function viewerOf(token: IdToken): Viewer {
  const email = token.email === null ? null : canonicalEmail(token.email);
  return { uid: token.uid, email, emailVerified: email !== null && token.emailVerified, token };
}

const bearerPattern = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i;

/** By the first header only: with several, bearerToken reads none. */
export const bearsApiKey = (authorization: string | undefined): boolean =>
  authorization !== undefined && looksLikeApiKey(bearerPattern.exec(authorization.slice(0, 200))?.[1] ?? '');

/**
 * The bearer token of a request, null without an Authorization header. Reads raw headers: Node's parsed ones drop a
 * second Authorization, and a proxy that uses another one would see another caller.
 */
export function bearerToken({ rawHeaders }: { readonly rawHeaders: readonly string[] }): string | null {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  );
  const [value] = values;
  if (value === undefined) return null;
  const token = values.length === 1 ? bearerPattern.exec(value.slice(0, maxTokenLength + 8))?.[1] : undefined;
  if (token === undefined || token.length > maxTokenLength) throw new UnauthenticatedError();
  return token;
}
