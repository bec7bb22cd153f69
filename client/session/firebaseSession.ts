import { FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
  type User,
} from 'firebase/auth';
import { lazyModule } from '../lib/lazyModule';
import { authErrorCode } from './authErrorCode';
import { createMailActions, type MailActions } from './mailActions';
import type { Settings } from './settings';

const googlePopup = lazyModule(() => import('./googlePopup'));

export interface ReportedUser {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
  /** Missing when it has run out and the provider cannot be reached: the session itself goes on. */
  token?: string;
}

export interface DemoIdentity {
  email: string;
  displayName: string;
}

/** Asks the visitor which demo account to use; null when they close the question. */
export type ChooseDemoAccount = () => Promise<DemoIdentity | null>;

export interface FirebaseSession {
  current(): Promise<ReportedUser | null>;
  token(refresh: boolean): Promise<string | undefined>;
  signIn(email: string, password: string): Promise<void>;
  createAccount(email: string, password: string, displayName: string): Promise<void>;
  /** Answers false when the visitor changed their mind. */
  signInWithGoogle(choose: ChooseDemoAccount): Promise<boolean>;
  signOut(): Promise<void>;
  /** Shown as soon as the provider has them; an empty one is taken away. */
  changeProfile(profile: { displayName: string; photoURL: string }): Promise<void>;
  /** Asks the provider whether the e-mail has been verified meanwhile, in another window or on a phone. */
  lookAgain(): Promise<void>;
  mail: MailActions;
}

interface Options {
  onUser: (user: ReportedUser | null) => void;
  /** True when the last session was to end with the browser (decision 30): it is ended before anybody hears of it. */
  ended: boolean;
}

async function report(user: User | null): Promise<ReportedUser | null> {
  if (!user?.email) return null;
  const { uid, email, displayName, photoURL, emailVerified } = user;
  const token = await user.getIdToken().catch((error: unknown) => {
    if (authErrorCode(error) === 'auth/network-request-failed') return undefined;
    throw error;
  });
  return {
    ...{ uid, email, displayName: displayName ?? '', photoURL: photoURL ?? '', emailVerified },
    ...(token !== undefined && { token }),
  };
}

/** Failures that the emulator cannot raise, for tests (decision 29): the next popup sign-in or sign-out takes it. */
function raiseFault({ authEmulatorUrl }: Settings): void {
  if (!authEmulatorUrl) return;
  const fault = sessionStorage.getItem('kiosk-fault');
  if (!fault) return;
  sessionStorage.removeItem('kiosk-fault');
  throw new FirebaseError(fault.startsWith('auth/') ? fault : `auth/${fault}`, `Asked for by kiosk-fault: ${fault}`);
}

const givenUp = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']);

async function askGoogle(auth: Auth, { authEmulatorUrl }: Settings, choose: ChooseDemoAccount): Promise<boolean> {
  if (!authEmulatorUrl) {
    const { signInWithGooglePopup } = await googlePopup.load();
    await signInWithGooglePopup(auth);
    return true;
  }
  const account = await choose();
  if (!account) return false;
  const { email, displayName } = account;
  // The emulator takes the content of an ID token as it is; the real Firebase wants Google's signature.
  const idToken = JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name: displayName });
  await signInWithCredential(auth, GoogleAuthProvider.credential(idToken));
  return true;
}

async function signedIn(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) throw new Error('Nobody is signed in');
  return auth.currentUser;
}

/** A chunk of its own: the first page must not wait for the SDK. Calls back for every user and every fresh token. */
export async function startFirebase(settings: Settings, { onUser, ended }: Options): Promise<FirebaseSession> {
  const app = initializeApp(settings.firebase);
  // No popup resolver: it would load a script from Google.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (settings.authEmulatorUrl) connectAuthEmulator(auth, settings.authEmulatorUrl, { disableWarnings: true });
  if (ended) {
    await auth.authStateReady();
    await signOut(auth);
  }
  let latest = 0;
  onIdTokenChanged(auth, (user) => {
    const turn = (latest += 1);
    const tell = (reported: ReportedUser | null) => turn === latest && onUser(reported);
    report(user).then(tell, () => tell(null));
  });
  return {
    current: () => report(auth.currentUser),
    token: async (refresh) => {
      await auth.authStateReady();
      return auth.currentUser?.getIdToken(refresh);
    },
    signIn: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password);
    },
    createAccount: async (email, password, displayName) => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(user, { displayName });
    },
    signInWithGoogle: async (choose) => {
      try {
        raiseFault(settings);
        return await askGoogle(auth, settings, choose);
      } catch (error) {
        if (givenUp.has(authErrorCode(error))) return false;
        throw error;
      }
    },
    signOut: async () => {
      raiseFault(settings);
      await signOut(auth);
    },
    changeProfile: async ({ displayName, photoURL }) => {
      const user = await signedIn(auth);
      await updateProfile(user, { displayName, photoURL });
      // The token carries the name too; a new one is what everybody is told of.
      await user.getIdToken(true);
    },
    lookAgain: async () => {
      const user = await signedIn(auth);
      const before = user.emailVerified;
      await user.reload();
      if (user.emailVerified !== before) await user.getIdToken(true);
    },
    mail: createMailActions(auth),
  };
}
