import type { AccountRecord } from './accountJournal';
import { claimsOf, objectOf, parseJson } from './accountCalls';

/**
 * The emulator knows no sessions: its refresh tokens outlive a revocation, and after a password change its new ID token
 * still carries the old sign-in time, so a check for revoked tokens would lock out the very caller who changed it. Its
 * tokens are unsigned, so each refresh token is given the time of its sign-in, which every ID token from it then carries.
 */
export function stampSession(body: unknown, signedInAt: number): unknown {
  const fields = objectOf(body);
  if (!fields) return body;
  const stamped = { ...fields };
  for (const name of ['idToken', 'id_token', 'access_token']) {
    const claims = claimsOf(fields[name]);
    if (claims) stamped[name] = withAuthTime(String(fields[name]), claims, signedInAt);
  }
  for (const name of ['refreshToken', 'refresh_token']) {
    const record = refreshRecord(fields[name]);
    if (record) stamped[name] = Buffer.from(JSON.stringify({ ...record, signedInAt })).toString('base64');
  }
  return stamped;
}

/** When the session of a refresh token began, in seconds; null when the token does not say. */
export function sessionStart(refreshToken: unknown): number | null {
  const time = refreshRecord(refreshToken)?.['signedInAt'];
  return typeof time === 'number' ? time : null;
}

/** Whose refresh token it is. */
export function sessionUid(refreshToken: unknown): string | null {
  const uid = refreshRecord(refreshToken)?.['localId'];
  return typeof uid === 'string' ? uid : null;
}

export function isRevoked(refreshToken: unknown, account: AccountRecord | null): boolean {
  const start = sessionStart(refreshToken);
  return start !== null && account !== null && start < Number(account['validSince'] ?? 0);
}

function refreshRecord(token: unknown): Record<string, unknown> | null {
  if (typeof token !== 'string') return null;
  const record = objectOf(parseJson(Buffer.from(token, 'base64').toString('utf8')));
  return record && '_AuthEmulatorRefreshToken' in record ? record : null;
}

function withAuthTime(token: string, claims: Record<string, unknown>, signedInAt: number): string {
  const [header = ''] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claims, auth_time: signedInAt })).toString('base64url');
  return `${header}.${payload}.`;
}
