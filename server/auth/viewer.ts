import { looksLikeApiKey } from './apiKeyText';
import { UnauthenticatedError } from '../errors';
import { canonicalEmail } from './canonicalEmail';
import { maxTokenLength, type IdToken } from './idToken';

/** Who calls, by a verified token or an API key. Role and deletion belong to the stored user, not to this. */
export interface Viewer {
  readonly uid: string;
  /** In its canonical form; null when the account has none that Kiosk accepts. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** null: an API key calls. */
  readonly token: IdToken | null;
}

export function viewerOf(token: IdToken): Viewer {
  const email = token.email === null ? null : canonicalEmail(token.email);
  return { uid: token.uid, email, emailVerified: email !== null && token.emailVerified, token };
}

const bearerPattern = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i;

/** By the first header that Node has kept: of several, none is read (bearerToken). */
export const bearsApiKey = (authorization: string | undefined): boolean =>
  authorization !== undefined && looksLikeApiKey(bearerPattern.exec(authorization.slice(0, 200))?.[1] ?? '');

/**
 * The token of a request, null without an Authorization header. Takes the raw headers: Node's parsed ones hide a second
 * Authorization, and two parties that pick different ones would see different callers.
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
