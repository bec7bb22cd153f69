import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}

export const silent: Pick<Logger, 'debug' | 'info' | 'warn'> = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};

/** The calls of the client SDK to the emulator at `host`. */
export function identityClient(host: string) {
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(`http://${host}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const accounts = (name: string, body: unknown) =>
    call(`identitytoolkit.googleapis.com/v1/accounts:${name}?key=k`, body);
  return {
    accounts,
    signUp: (email: string, password: string) => accounts('signUp', { email, password, returnSecureToken: true }),
    signIn: (email: string, password: string) =>
      accounts('signInWithPassword', { email, password, returnSecureToken: true }),
    signInWithGoogle: (email: string, sub: string) =>
      accounts('signInWithIdp', {
        postBody: `providerId=google.com&id_token=${encodeURIComponent(JSON.stringify({ sub, email, email_verified: true }))}`,
        requestUri: 'http://localhost',
        returnSecureToken: true,
      }),
    refresh: (token: string | undefined) =>
      call('securetoken.googleapis.com/v1/token?key=k', { grant_type: 'refresh_token', refresh_token: token }),
    asOwner: (path: string, body: unknown) =>
      call(`identitytoolkit.googleapis.com/v1/projects/demo-kiosk/${path}`, body, { authorization: 'Bearer owner' }),
    isReady: () => isReady(host),
    untilReady: async () => {
      while (!(await isReady(host))) await delay(50);
    },
    untilAway: async () => {
      while (await isReady(host)) await delay(5);
    },
  };
}

async function isReady(host: string): Promise<boolean> {
  return (await fetch(`http://${host}/readyz`)).ok;
}

export function authTimeOf(token: string | undefined): number {
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { auth_time: number };
  return claims.auth_time;
}
