import { type FirebaseOptions, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
  signOut,
  updateCurrentUser,
} from 'firebase/auth';

/**
 * An app for the window alone, the same one at every call: an Auth that is given the resolver loads a script from Google
 * before anything else, in browsers that block a window which is opened after the click had to wait for the network
 * (Safari, telephones), and everybody else's sign-in must not wait for that.
 */
const windowAuth = (options: FirebaseOptions): Auth =>
  initializeAuth(initializeApp(options, 'google-window'), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });

export function prepareGooglePopup(options: FirebaseOptions): void {
  windowAuth(options);
}

/** Against the real Firebase only. */
export async function signInWithGooglePopup(auth: Auth, options: FirebaseOptions): Promise<void> {
  const opener = windowAuth(options);
  const { user } = await signInWithPopup(opener, new GoogleAuthProvider());
  await updateCurrentUser(auth, user);
  await signOut(opener);
}
