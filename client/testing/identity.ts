import type { Person } from './people';
import { newPerson } from './people';

/** The calls that a test can intercept. */
export type IdentityCall =
  | 'ready'
  | 'signIn'
  | 'signUp'
  | 'rename'
  /** An Auth is started with what prepares Google's window. */
  | 'preparePopup'
  | 'google'
  | 'signOut'
  | 'token'
  | 'reload'
  | 'sendMail'
  | 'readLink'
  | 'useLink';
/** Runs before the provider responds: it may wait, or throw like the provider. */
type Interceptor = () => unknown;

interface EmulatedAccount extends Person {
  /** The number of issued tokens. */
  tokens: number;
}

interface User {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
  getIdToken: (refresh?: boolean) => Promise<string>;
  reload: () => Promise<void>;
}

class ProviderError extends Error {
  constructor(
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

/** An error of the SDK, for example 'auth/network-request-failed'. */
export const failWith = (code: string, message?: string): Interceptor => {
  return () => {
    throw new ProviderError(code, message);
  };
};

/** Of whoever signs in with Google's window. */
export const googleEmail = 'gina@gmail.com';

/** Of every link in a mail. */
export const linkEmail = 'anna@example.com';

const accounts = new Map<string, EmulatedAccount>();
const outbox: { requestType: string; email: string; oobCode: string }[] = [];
const interceptors = new Map<IdentityCall, Interceptor>();
let googleName: string | undefined;
const listeners = new Set<(user: User | null) => void>();
const auth: { currentUser: User | null; authStateReady: () => Promise<void> } = {
  currentUser: null,
  authStateReady: () => received('ready'),
};

/** The one that is given the popup resolver. */
const windowAuth = { isPrepared: false };

async function received(call: IdentityCall): Promise<void> {
  await interceptors.get(call)?.();
}

function userOf({ email }: Person): User {
  const account = () => accounts.get(email) as EmulatedAccount;
  const user: User = {
    ...{ uid: account().uid, email, displayName: account().name, photoURL: account().photoURL },
    emailVerified: account().emailVerified,
    getIdToken: async (refresh = false) => {
      await received('token');
      if (refresh) {
        account().tokens += 1;
        for (const listener of listeners) listener(auth.currentUser);
      }
      return `${email} ${account().tokens}`;
    },
    reload: async () => {
      await received('reload').catch((error: unknown) => {
        // Like the SDK, which ends a session that was revoked.
        if (error instanceof ProviderError && error.code === 'auth/user-token-expired') setUser(null);
        throw error;
      });
      user.emailVerified = account().emailVerified;
    },
  };
  return user;
}

function setUser(user: User | null): void {
  auth.currentUser = user;
  for (const listener of listeners) listener(user);
}

async function sendMail(requestType: string, email: string): Promise<void> {
  await received('sendMail');
  if (!accounts.has(email)) throw new ProviderError('auth/user-not-found');
  outbox.push({ requestType, email, oobCode: `code-${outbox.length + 1}` });
}

const createAccount = (person: Person): EmulatedAccount => {
  const account = { ...person, tokens: 1 };
  accounts.set(person.email, account);
  return account;
};

/** An identity provider with accounts in memory instead of Firebase. */
export const identity = {
  reset(): void {
    accounts.clear();
    outbox.length = 0;
    interceptors.clear();
    googleName = undefined;
    listeners.clear();
    auth.currentUser = null;
    windowAuth.isPrepared = false;
  },
  /** Creates an account; with `signedIn` this browser has its session. */
  add(person: Person, { signedIn = false } = {}): void {
    createAccount(person);
    if (signedIn) auth.currentUser = userOf(person);
  },
  intercept(call: IdentityCall, interceptor: Interceptor | undefined): void {
    if (interceptor) interceptors.set(call, interceptor);
    else interceptors.delete(call);
  },
  /** The name that Google has, instead of the chosen demo account's. */
  renameGoogle(name: string): void {
    googleName = name;
  },
  /** The sent mails, in the emulator's format. */
  outbox: () => [...outbox],
  ownerOf: (token: string): Person | undefined => accounts.get(token.split(' ')[0] ?? ''),
};

/** The parts of `firebase/auth` that client/session uses. */
export const firebaseAuth = {
  browserLocalPersistence: {},
  indexedDBLocalPersistence: {},
  browserPopupRedirectResolver: class {},
  GoogleAuthProvider: class {
    static credential = (idToken: string) => JSON.parse(idToken) as { email: string; name: string };
  },
  inMemoryPersistence: {},
  initializeAuth(_app: unknown, { popupRedirectResolver }: { popupRedirectResolver?: unknown }) {
    if (!popupRedirectResolver) return auth;
    if (!windowAuth.isPrepared) void received('preparePopup');
    windowAuth.isPrepared = true;
    return windowAuth;
  },
  connectAuthEmulator: () => undefined,
  onIdTokenChanged(_auth: unknown, listener: (user: User | null) => void) {
    listeners.add(listener);
    void auth.authStateReady().then(() => listener(auth.currentUser));
  },
  async signInWithEmailAndPassword(_auth: unknown, email: string, password: string) {
    await received('signIn');
    const account = accounts.get(email);
    if (account?.password !== password) throw new ProviderError('auth/invalid-credential');
    setUser(userOf(account));
  },
  async createUserWithEmailAndPassword(_auth: unknown, email: string, password: string) {
    await received('signUp');
    if (accounts.has(email)) throw new ProviderError('auth/email-already-in-use');
    setUser(userOf(createAccount(newPerson({ email, password, name: '' }))));
    return { user: auth.currentUser };
  },
  async signInWithCredential(_auth: unknown, { email, name }: { email: string; name: string }) {
    await received('google');
    const named = googleName ?? name;
    // Like the emulator: Google's name replaces a changed one.
    setUser(userOf(createAccount({ ...(accounts.get(email) ?? newPerson({ email, password: '' })), name: named })));
  },
  async signInWithPopup(opener: unknown) {
    await received('google');
    if (opener !== windowAuth) throw new ProviderError('auth/argument-error');
    return { user: userOf(createAccount(newPerson({ email: googleEmail, password: '', name: googleName ?? 'Gina' }))) };
  },
  async updateCurrentUser(_auth: unknown, user: User) {
    setUser(user);
  },
  async signOut(of: unknown) {
    if (of === windowAuth) return;
    await received('signOut');
    setUser(null);
  },
  async updateProfile(user: User, { displayName, photoURL }: { displayName: string; photoURL?: string }) {
    await received('rename');
    const account = accounts.get(user.email);
    if (account) accounts.set(user.email, { ...account, name: displayName });
    Object.assign(user, { displayName, ...(photoURL !== undefined && { photoURL }) });
  },
  sendEmailVerification: ({ email }: User) => sendMail('VERIFY_EMAIL', email),
  sendPasswordResetEmail: (_auth: unknown, email: string) => sendMail('PASSWORD_RESET', email),
  verifyPasswordResetCode: async () => {
    await received('readLink');
    return linkEmail;
  },
  checkActionCode: async () => {
    await received('readLink');
    return { data: { email: linkEmail } };
  },
  applyActionCode: () => received('useLink'),
  confirmPasswordReset: () => received('useLink'),
};
