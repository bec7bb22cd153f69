import type { AccountRecord } from './accountJournal';
import { claimsOf, objectOf, parseJson } from './accountCalls';

/**
 * The emulator has no sessions: its refresh tokens survive a revocation, and after a password change the new ID token
 * still carries the old sign-in time, so a check for revoked tokens would lock out the user who changed it. Its tokens
 * are unsigned, so this adds the sign-in time to each refresh token and copies it to every ID token issued from it.
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

/** The start of a refresh token's session in seconds; null when the token has none. */
export function sessionStart(refreshToken: unknown): number | null {
  const time = refreshRecord(refreshToken)?.['signedInAt'];
  return typeof time === 'number' ? time : null;
}

/** The uid of a refresh token. */
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
