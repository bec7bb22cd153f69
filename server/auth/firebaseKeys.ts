import type { Auth } from 'firebase-admin/auth';
import type { PublicKeys } from './publicKeys';

/**
 * Workaround for firebase-admin 13.10.0. It reports a key server that cannot be reached with the code of a bad token
 * (firebase/firebase-admin-node#2913), drops its keys when they expire, and has no public way to be given others
 * (firebase/firebase-admin-go#661 asks for one): an outage of that server would sign everybody out. A test fails when it tells
 * the two apart; a release that moves this place fails at the start.
 */
export function useKeys(auth: Auth, keys: PublicKeys): void {
  const inside = auth as unknown as { idTokenVerifier?: { signatureVerifier?: { keyFetcher?: PublicKeys } } };
  const verifier = inside.idTokenVerifier?.signatureVerifier;
  if (!verifier?.keyFetcher) throw new Error('This version of firebase-admin keeps its keys elsewhere.');
  verifier.keyFetcher = keys;
}
