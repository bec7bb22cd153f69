import { isApiKeyUid } from './apiKeyText';

/** The claims that Kiosk reads from a verified Firebase ID token. */
export interface IdToken {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Unix seconds, as in the token. */
  readonly authTime: number;
  readonly issuedAt: number;
  readonly signInProvider: string | null;
}

export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

export interface TokenRules {
  readonly projectId: string;
  readonly nowSeconds: number;
}

export const maxTokenLength = 4096;
const maxLifeSeconds = 3600;
const clockSkewSeconds = 60;
const tokenPart = /^[A-Za-z0-9_-]*$/;

/** Decodes a token without verification; null if malformed. */
export function decodeToken(token: string): DecodedToken | null {
  if (token.length > maxTokenLength) return null;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => tokenPart.test(part))) return null;
  const [header, claims, signature = ''] = [jsonObject(parts[0]), jsonObject(parts[1]), parts[2]];
  return header && claims ? { header, claims, signature } : null;
}

/** Checks that firebase-admin omits or does loosely, and those that need no key; null if one fails. */
export function readIdToken({ claims }: DecodedToken, { projectId, nowSeconds }: TokenRules): IdToken | null {
  const { sub, email, exp, iat, nbf, auth_time: authTime } = claims;
  if (claims['aud'] !== projectId || claims['iss'] !== `https://securetoken.google.com/${projectId}`) return null;
  if (typeof sub !== 'string' || sub.length < 1 || sub.length > 128 || isApiKeyUid(sub)) return null;
  if (claims['user_id'] !== undefined && claims['user_id'] !== sub) return null;
  if (!isTime(exp) || !isTime(iat) || !isTime(authTime)) return null;
  if (exp <= nowSeconds || exp - iat > maxLifeSeconds) return null;
  const latest = nowSeconds + clockSkewSeconds;
  if (iat > latest || authTime > latest) return null;
  if (nbf !== undefined && (!isTime(nbf) || nbf > nowSeconds)) return null;
  if (email !== undefined && (typeof email !== 'string' || email === '')) return null;
  const firebase = claims['firebase'];
  const provider = isObject(firebase) ? firebase['sign_in_provider'] : undefined;
  // A tenant is a separate user pool with uids of its own.
  if (isObject(firebase) && firebase['tenant'] !== undefined) return null;
  return {
    uid: sub,
    email: email ?? null,
    emailVerified: email !== undefined && claims['email_verified'] === true,
    authTime,
    issuedAt: iat,
    signInProvider: typeof provider === 'string' && provider !== '' ? provider : null,
  };
}

function jsonObject(part: string | undefined): Record<string, unknown> | null {
  try {
    const value = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as unknown;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
