import type { ApolloClient } from '@apollo/client';
import { CreateAccessTokenDocument, RegisterUserDocument } from '../__generated__/operations';
import { hasAccessToken, storeAccessToken } from './accessToken';
import type { FirebaseSession, ReportedUser } from './firebaseSession';
import { rememberSession, sessionHasEnded } from './remember';
import { loadSettings } from './settings';

export interface SessionUser {
  email: string;
  displayName: string;
  photoURL: string;
}

export interface SessionState {
  status: 'loading' | 'signedIn' | 'signedOut';
  user: SessionUser | null;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Who is here, asked at once: what depends on it must not wait until the page has settled. */
  known(): Promise<SessionState>;
  token(options?: { refresh: boolean }): Promise<string | undefined>;
  useClient(client: ApolloClient): void;
  start(): () => void;
  signIn(email: string, password: string, remember: boolean): Promise<void>;
  register(name: string, email: string, password: string, photoURL: string): Promise<void>;
  signOut(): Promise<void>;
}

/** Somebody who was signed in needs the SDK at once; for everybody else it comes when the page has settled. */
function whenNeeded(act: () => void): () => void {
  if (hasAccessToken()) {
    act();
    return () => undefined;
  }
  let timer: number | undefined;
  const later = () => {
    timer = window.setTimeout(act, 3000);
  };
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
  return () => {
    window.removeEventListener('load', later);
    window.clearTimeout(timer);
  };
}

export function createSession(): Session {
  let state: SessionState = { status: 'loading', user: null };
  let client: ApolloClient | undefined;
  let firebase: Promise<FirebaseSession> | undefined;
  const listeners = new Set<() => void>();

  const setState = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const onUser = (user: ReportedUser | null) => {
    if (!user) {
      storeAccessToken(undefined);
      if (state.status === 'signedIn') void client?.clearStore();
      setState({ status: 'signedOut', user: null });
      return;
    }
    const { email, displayName, photoURL, token } = user;
    storeAccessToken(token);
    setState({ status: 'signedIn', user: { email, displayName, photoURL } });
    client
      ?.mutate({ mutation: CreateAccessTokenDocument, variables: { input: { email } } })
      .then(({ data }) => data && storeAccessToken(data.createAccessToken.token))
      .catch(() => undefined);
  };

  const ready = (): Promise<FirebaseSession> => {
    firebase ??= Promise.all([loadSettings(), import('./firebaseSession')])
      .then(async ([settings, { startFirebase }]) => {
        const started = startFirebase(settings, onUser);
        if (sessionHasEnded()) await started.signOut();
        return started;
      })
      .catch((error: unknown) => {
        firebase = undefined;
        setState({ status: 'signedOut', user: null });
        throw error;
      });
    return firebase;
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const known = async (): Promise<SessionState> => {
    await ready().catch(() => undefined);
    while (state.status === 'loading') {
      await new Promise<void>((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return state;
  };

  return {
    getState: () => state,
    subscribe,
    known,
    token: async (options) => {
      // Nobody was ever signed in here: a public call must not wait for the SDK.
      if (!firebase && !hasAccessToken()) return undefined;
      return (await ready()).token(options?.refresh ?? false);
    },
    useClient: (given) => {
      client = given;
    },
    start: () => whenNeeded(() => void ready().catch(() => undefined)),
    signIn: async (email, password, remember) => {
      const started = await ready();
      rememberSession(remember);
      await started.signIn(email, password);
    },
    register: async (name, email, password, photoURL) => {
      const started = await ready();
      rememberSession(true);
      await started.register(name, email, password);
      await client?.mutate({ mutation: RegisterUserDocument, variables: { input: { name, email, photoURL } } });
    },
    signOut: async () => (await ready()).signOut(),
  };
}
