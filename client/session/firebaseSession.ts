import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
  type User,
} from 'firebase/auth';
import type { Settings } from './settings';

export interface ReportedUser {
  email: string;
  displayName: string;
  photoURL: string;
  token: string;
}

export interface FirebaseSession {
  token(refresh: boolean): Promise<string | undefined>;
  signIn(email: string, password: string): Promise<void>;
  register(name: string, email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
}

async function report(user: User | null): Promise<ReportedUser | null> {
  if (!user?.email) return null;
  const token = await user.getIdToken();
  return { email: user.email, displayName: user.displayName ?? '', photoURL: user.photoURL ?? '', token };
}

/** A chunk of its own: the first page must not wait for the SDK. Calls back for every user and every fresh token. */
export function startFirebase(settings: Settings, onUser: (user: ReportedUser | null) => void): FirebaseSession {
  const app = initializeApp(settings.firebase);
  // No popup resolver: it would load a script from Google.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (settings.authEmulatorUrl) connectAuthEmulator(auth, settings.authEmulatorUrl, { disableWarnings: true });
  onIdTokenChanged(auth, (user) => {
    report(user).then(onUser, () => onUser(null));
  });
  return {
    token: async (refresh) => {
      await auth.authStateReady();
      return auth.currentUser?.getIdToken(refresh);
    },
    signIn: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password);
    },
    register: async (name, email, password) => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(user, { displayName: name });
    },
    signOut: () => signOut(auth),
  };
}
