import { initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import type { Settings } from '../session/settings';

let auth: Auth | undefined;

/** A separate Firebase app with in-memory persistence does not touch the shop's session. */
export async function signInForToken(
  settings: Settings,
  account: { email: string; password: string },
): Promise<string> {
  if (!auth) {
    auth = initializeAuth(initializeApp(settings.firebase, 'playground'), { persistence: inMemoryPersistence });
    if (settings.authEmulatorUrl) connectAuthEmulator(auth, settings.authEmulatorUrl, { disableWarnings: true });
  }
  const { user } = await signInWithEmailAndPassword(auth, account.email, account.password);
  return user.getIdToken();
}
