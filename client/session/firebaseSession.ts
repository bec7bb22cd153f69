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
import {
  forgetRegistration,
  rememberRegistration,
  type UnfinishedRegistration,
  unfinishedRegistration,
} from './unfinishedRegistration';

const googlePopup = lazyModule(() => import('./googlePopup'));
const registration = lazyModule(() => import('./finishRegistration'));

export interface ProviderUser {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
  /** Undefined when it has expired and the provider is unreachable; the session continues. */
  token?: string;
}

export interface DemoIdentity {
  email: string;
  displayName: string;
}

/** Lets the user choose a demo account; null when they close the dialog. */
export type ChooseDemoAccount = () => Promise<DemoIdentity | null>;

export interface FirebaseSession {
  current(): Promise<ProviderUser | null>;
  token(refresh: boolean): Promise<string | undefined>;
  signIn(email: string, password: string): Promise<void>;
  createAccount(email: string, password: string): Promise<void>;
  /** Until the shop has taken or refused it: a page that is closed before that is finished by the next one. */
  rememberRegistration(input: UnfinishedRegistration): void;
  forgetRegistration(): void;
  /** Of a new account. */
  setName(displayName: string): Promise<void>;
  /** So that a click on the sign-in with Google opens its window at once. */
  prepareGoogle(): Promise<void>;
  /** False when the user has cancelled. */
  signInWithGoogle(choose: ChooseDemoAccount): Promise<boolean>;
  signOut(): Promise<void>;
  /** An empty value clears the field. */
  changeProfile(profile: { displayName: string; photoURL: string }): Promise<void>;
  /** Reloads whether the e-mail is verified, which may have happened in another window or on another device. */
  reloadUser(): Promise<void>;
  mail: MailActions;
}

interface Options {
  onUser: (user: ProviderUser | null) => void;
  /** True when the last session was to end with the browser (decision 30): signs out before the first callback. */
  ended: boolean;
}

async function toProviderUser(user: User | null): Promise<ProviderUser | null> {
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

/** Injects a failure that the emulator cannot raise into the next popup sign-in or sign-out, for tests (decision 29). */
function injectFault({ authEmulatorUrl }: Settings): void {
  if (!authEmulatorUrl) return;
  const fault = sessionStorage.getItem('kiosk-fault');
  if (!fault) return;
  sessionStorage.removeItem('kiosk-fault');
  throw new FirebaseError(fault.startsWith('auth/') ? fault : `auth/${fault}`, `Asked for by kiosk-fault: ${fault}`);
}

const cancelledCodes = new Set(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']);

async function signInByGoogle(auth: Auth, settings: Settings, choose: ChooseDemoAccount): Promise<boolean> {
  if (!settings.authEmulatorUrl) {
    const { signInWithGooglePopup } = await googlePopup.load();
    await signInWithGooglePopup(auth, settings.firebase);
    return true;
  }
  const account = await choose();
  if (!account) return false;
  const { email, displayName } = account;
  // The emulator accepts an unsigned ID token.
  const idToken = JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name: displayName });
  await signInWithCredential(auth, GoogleAuthProvider.credential(idToken));
  return true;
}

async function requireUser(auth: Auth): Promise<User> {
  await auth.authStateReady();
  if (!auth.currentUser) throw new Error('Nobody is signed in');
  return auth.currentUser;
}

/** Loaded lazily: the first page must not wait for the SDK. Calls `onUser` for every user and every fresh token. */
export async function startFirebase(settings: Settings, { onUser, ended }: Options): Promise<FirebaseSession> {
  const app = initializeApp(settings.firebase);
  // Without the popup resolver, whose script from Google everything would wait for.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (settings.authEmulatorUrl) connectAuthEmulator(auth, settings.authEmulatorUrl, { disableWarnings: true });
  if (ended) {
    await auth.authStateReady();
    await signOut(auth);
  }
  let latest = 0;
  onIdTokenChanged(auth, (user) => {
    const sequence = (latest += 1);
    const notify = (reported: ProviderUser | null) => sequence === latest && onUser(reported);
    toProviderUser(user).then(notify, () => notify(null));
  });
  // Of an earlier page; one of this page begins later.
  const unfinished = unfinishedRegistration();
  if (unfinished)
    void registration
      .load()
      .then(({ finishRegistration }) => finishRegistration(auth, unfinished))
      // Not after a failure of the shop, or to reach it.
      .then(forgetRegistration, () => undefined);
  return {
    current: () => toProviderUser(auth.currentUser),
    token: async (refresh) => {
      await auth.authStateReady();
      return auth.currentUser?.getIdToken(refresh);
    },
    signIn: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password);
    },
    createAccount: async (email, password) => {
      await createUserWithEmailAndPassword(auth, email, password);
    },
    ...{ rememberRegistration, forgetRegistration },
    setName: async (displayName) => {
      await updateProfile(await requireUser(auth), { displayName });
    },
    prepareGoogle: async () => {
      if (settings.authEmulatorUrl) return;
      const { prepareGooglePopup } = await googlePopup.load();
      prepareGooglePopup(settings.firebase);
    },
    signInWithGoogle: async (choose) => {
      try {
        injectFault(settings);
        return await signInByGoogle(auth, settings, choose);
      } catch (error) {
        if (cancelledCodes.has(authErrorCode(error))) return false;
        throw error;
      }
    },
    signOut: async () => {
      injectFault(settings);
      await signOut(auth);
    },
    changeProfile: async ({ displayName, photoURL }) => {
      const user = await requireUser(auth);
      await updateProfile(user, { displayName, photoURL });
      // The token contains the name too, and a fresh token notifies the listeners.
      await user.getIdToken(true);
    },
    reloadUser: async () => {
      const user = await requireUser(auth);
      const before = user.emailVerified;
      await user.reload();
      if (user.emailVerified !== before) await user.getIdToken(true);
    },
    mail: createMailActions(auth),
  };
}
