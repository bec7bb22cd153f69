import type { Auth } from 'firebase-admin/auth';
import type { PublicKeys } from './publicKeys';

/**
 * Workaround for firebase-admin 13.10.0. It reports an unreachable key server with the error code of an invalid token
 * (firebase/firebase-admin-node#2913), drops its keys when they expire, and cannot be given others (firebase/firebase-
 * admin-go#661 asks for it): an outage of that server would sign everyone out. A test fails once it distinguishes the
 * two; a release that moves this internal field fails at startup.
 */
export function useKeys(auth: Auth, keys: PublicKeys): void {
  const inside = auth as unknown as { idTokenVerifier?: { signatureVerifier?: { keyFetcher?: PublicKeys } } };
  const verifier = inside.idTokenVerifier?.signatureVerifier;
  if (!verifier?.keyFetcher) throw new Error('This version of firebase-admin keeps its keys elsewhere.');
  verifier.keyFetcher = keys;
}
