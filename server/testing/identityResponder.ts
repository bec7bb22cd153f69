import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestAccount {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

interface StoredAccount extends TestAccount {
  disabled: boolean;
  validSince: number;
}

interface Refusal {
  readonly status: number;
  readonly body: string;
}

type Call = 'lookup' | 'update';

export interface IdentityResponder {
  readonly host: string;
  /** Until null, which lets the call through again. */
  readonly refuse: (call: Call, refusal: Refusal | null) => void;
  readonly add: (account: TestAccount) => void;
  readonly disable: (uid: string) => void;
  /** Ends all sessions of the account, like a password change. */
  readonly revoke: (uid: string) => void;
  /** An unsigned ID token, as the Auth emulator issues it. */
  readonly token: (account: TestAccount, claims?: Readonly<Record<string, unknown>>) => string;
  readonly isDisabled: (uid: string) => boolean;
  readonly stop: () => Promise<void>;
}

export const testProject = 'demo-kiosk';

/** The two account calls of firebase-admin over HTTP, because a whole emulator takes seconds to start. */
export async function startIdentityResponder(): Promise<IdentityResponder> {
  const accounts = new Map<string, StoredAccount>();
  const refusals = new Map<Call, Refusal | null>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
      const call = request.url?.endsWith('accounts:lookup') ? 'lookup' : 'update';
      const refusal = refusals.get(call);
      if (refusal) return response.writeHead(refusal.status).end(refusal.body);
      const answer = call === 'lookup' ? lookUp(accounts, body) : update(accounts, body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (call, refusal) => refusals.set(call, refusal),
    add: (account) => accounts.set(account.uid, { ...account, disabled: false, validSince: 0 }),
    disable: (uid) => update(accounts, { localId: uid, disableUser: true }),
    revoke: (uid) => update(accounts, { localId: uid, validSince: Math.floor(Date.now() / 1000) }),
    isDisabled: (uid) => accounts.get(uid)?.disabled ?? false,
    token: unsignedToken,
    stop: () => close(server),
  };
}

function lookUp(accounts: ReadonlyMap<string, StoredAccount>, { localId }: Record<string, unknown>) {
  const uids = Array.isArray(localId) ? localId.map(String) : [];
  const users = uids
    .flatMap((uid) => accounts.get(uid) ?? [])
    .map((account) => ({
      localId: account.uid,
      email: account.email,
      emailVerified: account.emailVerified,
      displayName: account.name,
      disabled: account.disabled,
      validSince: String(account.validSince),
      providerUserInfo: [
        { providerId: 'password', federatedId: account.email, rawId: account.email, email: account.email },
      ],
      createdAt: '0',
      lastLoginAt: '0',
    }));
  return users.length === 0 ? {} : { users };
}

function update(accounts: ReadonlyMap<string, StoredAccount>, body: Record<string, unknown>) {
  const account = accounts.get(String(body['localId']));
  if (!account) return {};
  if (typeof body['disableUser'] === 'boolean') account.disabled = body['disableUser'];
  if (body['validSince'] !== undefined) account.validSince = Number(body['validSince']);
  return { localId: account.uid };
}

function unsignedToken(
  { uid, email, emailVerified, name }: TestAccount,
  claims: Readonly<Record<string, unknown>> = {},
): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${testProject}`,
    aud: testProject,
    auth_time: now - 5,
    iat: now - 5,
    exp: now + 3000,
    sub: uid,
    user_id: uid,
    email,
    email_verified: emailVerified,
    name,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    ...claims,
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
