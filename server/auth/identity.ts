import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { UnauthenticatedError } from '../errors';
import { canonicalEmail } from './canonicalEmail';
import { CircuitBreaker } from './circuitBreaker';
import { useKeys } from './firebaseKeys';
import { decodeToken, readIdToken, type DecodedToken, type IdToken } from './idToken';
import { isUnreachable, judgeIdentityCall } from './judgeIdentityCall';
import { PublicKeys } from './publicKeys';
import { unobserved, type ObserveCall } from '../telemetry/observeCall';
import { RevocationChecks, type Account } from './revocationChecks';

export interface IdentityOptions {
  readonly projectId: string;
  /** 'host:port' of the Auth emulator; null: Firebase. */
  readonly emulatorHost: string | null;
  readonly revocationCheckSeconds: number;
  /** Unix milliseconds. */
  readonly clock?: () => number;
  /** After each failed call, be it an outage or a refusal. */
  readonly onFailure?: (cause: unknown) => void;
  readonly watch?: ObserveCall;
}

export type Identity = ReturnType<typeof createIdentity>;

const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST';
const timeoutMs = 1_500;
/** A uid without account, for health checks. */
const nobody = 'kiosk-health-check';
let apps = 0;

export function createIdentity(options: IdentityOptions) {
  const { projectId, emulatorHost, clock = Date.now, watch = unobserved } = options;
  setEmulatorHost(emulatorHost);
  const app = initializeApp({ projectId }, `kiosk-${(apps += 1)}`);
  const auth = getAuth(app);
  const breaker = new CircuitBreaker({
    limitMs: timeoutMs,
    failures: 3,
    openMs: 2_000,
    clock,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const existing = <T>(operation: string, work: () => Promise<T>) =>
    breaker.run(
      () => nullWithoutAccount(work()),
      (call) => watch(operation, call, () => 'ok', resultOfError),
    );
  const getAccount = async (uid: string) => {
    const user = await existing('getAccount', () => auth.getUser(uid));
    return user && accountOf(user);
  };
  const checks = new RevocationChecks(getAccount, options.revocationCheckSeconds, clock);
  const verifySignature = emulatorHost === null ? signatureVerifier(auth, clock, watch) : acceptUnsigned;
  return {
    /** The token's claims; 401 for an invalid token, 503 while Google's keys are unavailable. */
    verify: async (token: string): Promise<IdToken> => {
      const decoded = decodeToken(token);
      const idToken = decoded && readIdToken(decoded, { projectId, nowSeconds: clock() / 1000 });
      if (!idToken || !(await verifySignature(token, decoded))) throw new UnauthenticatedError();
      return idToken;
    },
    /** 401 if the session was revoked or the account disabled. `fresh` bypasses the cache. */
    checkRevoked: async (token: IdToken, { fresh = false } = {}): Promise<void> => {
      if (!(await checks.isGood(token, fresh))) throw new UnauthenticatedError();
    },
    /** Health check of the provider and the credentials; bypasses the circuit breaker, which is about callers' requests. */
    check: () => judgeIdentityCall(() => nullWithoutAccount(auth.getUser(nobody))),
    /** The account has changed: drops its cache entry. */
    forget: (uid: string) => checks.forget(uid),
    hasAccount: async (uid: string): Promise<boolean> => (await getAccount(uid)) !== null,
    /** Disables the account and revokes its sessions; ignores a missing account. Returns its e-mail if verified. */
    disableAccount: async (uid: string): Promise<string | null> => {
      const user = await existing('disableAccount', () => auth.updateUser(uid, { disabled: true }));
      if (user) await existing('endSessions', () => auth.revokeRefreshTokens(uid));
      checks.forget(uid);
      return user?.emailVerified === true ? canonicalEmail(user.email ?? '') : null;
    },
    close: async () => {
      unsetEmulatorHost(emulatorHost);
      await deleteApp(app);
    },
  };
}

function setEmulatorHost(emulatorHost: string | null): void {
  // eslint-disable-next-line no-restricted-properties -- firebase-admin takes the emulator's address from there only
  const environment = process.env;
  if (emulatorHost !== null) environment[emulatorVariable] = emulatorHost;
  else if (environment[emulatorVariable] !== undefined) {
    throw new Error(`${emulatorVariable} is set, but this server uses the real Firebase: unset it.`);
  }
}

function unsetEmulatorHost(emulatorHost: string | null): void {
  // eslint-disable-next-line no-restricted-properties -- firebase-admin takes the emulator's address from there only
  const environment = process.env;
  if (emulatorHost !== null && environment[emulatorVariable] === emulatorHost) delete environment[emulatorVariable];
}

/** Apart, because a change that is refused each minute is no outage: other calls may be answered. */
const resultOfError = (error: unknown) => (isUnreachable(error) ? 'error' : 'refused');

type VerifySignature = (token: string, decoded: DecodedToken) => Promise<boolean>;

function signatureVerifier(auth: Auth, clock: () => number, watch: ObserveCall): VerifySignature {
  const keys = new PublicKeys(clock, watch);
  useKeys(auth, keys);
  return async (token, { header }) => {
    if (header['alg'] !== 'RS256' || typeof header['kid'] !== 'string') return false;
    // Outside the try: without keys nothing is known about the token.
    await keys.fetchPublicKeys();
    try {
      await auth.verifyIdToken(token);
      return true;
    } catch {
      return false;
    }
  };
}

/** The emulator's tokens are unsigned: any client can impersonate anyone, so it is bound to loopback. */
function acceptUnsigned(_token: string, { header, signature }: DecodedToken): Promise<boolean> {
  return Promise.resolve(header['alg'] === 'none' && signature === '');
}

async function nullWithoutAccount<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'auth/user-not-found' || code === 'auth/invalid-uid') return null;
    throw error;
  }
}

function accountOf({ disabled, providerData, tokensValidAfterTime }: UserRecord): Account {
  return {
    disabled,
    providers: providerData.map(({ providerId }) => providerId),
    validSince: tokensValidAfterTime === undefined ? 0 : new Date(tokensValidAfterTime).getTime(),
  };
}
