import { constants } from '../lib/constants';

/** Mirrors the session in local storage, as specified; the Bearer header comes from the Firebase SDK (decision 5). */
export function saveAccessToken(token: string | undefined): void {
  try {
    if (token === undefined) localStorage.removeItem(constants.accessTokenKey);
    else localStorage.setItem(constants.accessTokenKey, token);
  } catch {
    // Without storage there is no mirror.
  }
}

export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(constants.accessTokenKey);
  } catch {
    return null;
  }
}

export const hasAccessToken = (): boolean => readAccessToken() !== null;

/** Listens for a sign-in in another tab. */
export function onAccessTokenElsewhere(act: () => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (key === constants.accessTokenKey && newValue !== null) act();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
