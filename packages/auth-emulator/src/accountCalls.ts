import type { AffectedAccounts } from './accountSync';

export interface EmulatorCall {
  readonly method: string;
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

const readOnlyCalls = new Set([
  'lookup',
  'query',
  'createAuthUri',
  'sendOobCode',
  'sendVerificationCode',
  'createSessionCookie',
  'getAccountInfo',
  'getOobConfirmationCode',
  'config',
]);

/** False for calls that are known to be read-only. */
export function mayChangeAccounts(method: string, path: string): boolean {
  if (method === 'OPTIONS' || method === 'HEAD') return false;
  if (method === 'GET') return path.startsWith('/emulator/action');
  return !readOnlyCalls.has(path.slice(Math.max(path.lastIndexOf(':'), path.lastIndexOf('/')) + 1));
}

/** The accounts a call may have changed, taken from its request and response; [] for read-only and failed calls. */
export function affectedAccounts(call: EmulatorCall): AffectedAccounts {
  const { method, path, status } = call;
  if (status >= 400 || !mayChangeAccounts(method, path)) return [];
  if (method === 'GET') return 'all';
  const uids = [...namedUids(call.requestBody), ...namedUids(call.responseBody)];
  return uids.length > 0 ? uids : 'all';
}

/** The claims of a token, without verification; null when it is not a JWT. */
export function claimsOf(token: unknown): Record<string, unknown> | null {
  if (typeof token !== 'string') return null;
  return objectOf(parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
}

export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function namedUids(body: unknown): string[] {
  const fields = objectOf(body);
  if (!fields) return [];
  const tokens = [fields['idToken'], fields['id_token']].map((token) => claimsOf(token)?.['sub']);
  const users = Array.isArray(fields['users']) ? fields['users'].map((user) => objectOf(user)?.['localId']) : [];
  const listed = Array.isArray(fields['localIds']) ? (fields['localIds'] as unknown[]) : [];
  return [fields['localId'], fields['user_id'], ...tokens, ...users, ...listed].filter(
    (uid): uid is string => typeof uid === 'string' && uid !== '',
  );
}
