import type { ApolloClient } from '@apollo/client';
import { CreateAccessTokenDocument } from '../__generated__/operations';
import { lazyModule } from '../lib/lazyModule';
import { hasAccessToken, onAccessTokenElsewhere, readAccessToken, saveAccessToken } from './accessToken';
import type { FirebaseSession, ProviderUser } from './firebaseSession';
import { forgetSession, sessionHasEnded } from './remember';
import { loadSettings } from './settings';

const provider = lazyModule(() => import('./firebaseSession'));
const explanation = lazyModule(() => import('./sessionEndReason'));

export interface SessionUser {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
}

export interface SessionState {
  /** 'loading' at start and during sign-up, sign-in and sign-out; sign-out keeps the user until it has ended (M27). */
  status: 'loading' | 'signedIn' | 'signedOut';
  user: SessionUser | null;
  /** Why the session has ended without a sign-out. */
  notice?: string;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Loads the SDK now instead of after the page; resolves when the status is no longer 'loading'. */
  whenKnown(): Promise<SessionState>;
  token(options?: { refresh: boolean }): Promise<string | undefined>;
  useClient(client: ApolloClient): void;
  start(): () => void;
  /** Runs a sign-in, sign-up or sign-out; the status is 'loading' until it has succeeded or failed. */
  changeUser<Result>(work: (firebase: FirebaseSession) => Promise<Result>): Promise<Result>;
  signOut(): Promise<void>;
  /** For calls to the identity provider that do not change the user. */
  provider(): Promise<FirebaseSession>;
}

/** A returning user needs the SDK at once; for all others it is loaded 3 s after the page. */
function scheduleStart(act: () => void): () => void {
  if (hasAccessToken() || sessionHasEnded()) {
    act();
    return () => undefined;
  }
  let timer: number | undefined;
  const later = () => {
    timer = window.setTimeout(act, 3000);
  };
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
  const stopListening = onAccessTokenElsewhere(act);
  return () => {
    window.removeEventListener('load', later);
    window.clearTimeout(timer);
    stopListening();
  };
}

/** Client session state. */
function createStore() {
  let state: SessionState = { status: 'loading', user: null };
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const whenKnown = async (): Promise<SessionState> => {
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
    get: () => state,
    set: (next: SessionState) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    settled: whenKnown,
  };
}

export function createSession(): Session {
  const store = createStore();
  let client: ApolloClient | undefined;
  let firebase: Promise<FirebaseSession> | undefined;
  let lastUser: ProviderUser | null | undefined;
  let changesInFlight = 0;

  const fetchAccessToken = (user: ProviderUser) => {
    client
      ?.mutate({ mutation: CreateAccessTokenDocument, variables: { input: { email: user.email } } })
      // The session may have ended or changed before the response.
      .then(({ data }) => data && lastUser === user && saveAccessToken(data.createAccessToken.token))
      .catch(() => undefined);
  };

  const explainEnd = async (lastToken: string) => {
    const notice = await explanation.load().then(
      ({ sessionEndReason }) => sessionEndReason(lastToken),
      () => undefined,
    );
    const state = store.get();
    if (notice !== undefined && state.status === 'signedOut') store.set({ ...state, notice });
  };

  const applyUser = (user: ProviderUser | null) => {
    const before = lastUser;
    lastUser = user;
    if (before && before.email !== user?.email) void client?.clearStore();
    if (!user) {
      const lost = readAccessToken();
      saveAccessToken(undefined);
      store.set({ status: 'signedOut', user: null });
      if (lost !== null) void explainEnd(lost);
      return;
    }
    const { token, ...shown } = user;
    store.set({ status: 'signedIn', user: shown });
    if (token === undefined || token === before?.token) return;
    saveAccessToken(token);
    fetchAccessToken(user);
  };

  const loadFirebase = (): Promise<FirebaseSession> => {
    if (firebase) return firebase;
    const ended = sessionHasEnded();
    if (ended) saveAccessToken(undefined);
    firebase = Promise.all([loadSettings(), provider.load()])
      .then(([settings, { startFirebase }]) =>
        // During a sign-in or sign-out only its outcome counts, which `act` applies at the end.
        startFirebase(settings, { onUser: (user) => changesInFlight === 0 && applyUser(user), ended }),
      )
      .catch((error: unknown) => {
        firebase = undefined;
        store.set({ status: 'signedOut', user: null });
        throw error;
      });
    return firebase;
  };

  const act: Session['changeUser'] = async (work) => {
    changesInFlight += 1;
    store.set({ status: 'loading', user: store.get().user });
    try {
      return await work(await loadFirebase());
    } finally {
      // If the SDK could not be loaded the user is unknown, and the token of an earlier session stays.
      const user = await firebase?.then((started) => started.current()).catch(() => null);
      changesInFlight -= 1;
      if (changesInFlight === 0 && user !== undefined) applyUser(user);
    }
  };

  return {
    getState: store.get,
    subscribe: store.subscribe,
    whenKnown: async () => {
      await loadFirebase().catch(() => undefined);
      return store.settled();
    },
    token: async (options) => {
      // Without an earlier session a public call must not wait for the SDK.
      if (!firebase && !hasAccessToken()) return undefined;
      return (await loadFirebase()).token(options?.refresh ?? false);
    },
    useClient: (given) => {
      client = given;
    },
    start: () => scheduleStart(() => void loadFirebase().catch(() => undefined)),
    changeUser: act,
    provider: loadFirebase,
    signOut: () =>
      act(async (started) => {
        await started.signOut();
        saveAccessToken(undefined);
        forgetSession();
      }),
  };
}
