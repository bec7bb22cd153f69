import { type Auth, browserPopupRedirectResolver, GoogleAuthProvider, signInWithPopup } from 'firebase/auth';

/** Loads a script from Google. */
export const popupResolver = browserPopupRedirectResolver;

/** Against the real Firebase only. */
export async function signInWithGooglePopup(auth: Auth): Promise<void> {
  await signInWithPopup(auth, new GoogleAuthProvider(), popupResolver);
}
