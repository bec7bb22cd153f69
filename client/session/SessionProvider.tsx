import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { Session, SessionState } from './createSession';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session & SessionState {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider');
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  return { ...session, ...state };
}
