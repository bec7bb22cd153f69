import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { PageWaiting } from '../../ui/PageWaiting';

/** The outer guard of everything under /dashboard; remembers path, query and hash (decision 26). */
export function SignedInGuard({ children }: { children: ReactNode }) {
  const { status, user, whenKnown } = useSession();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);

  if (status === 'loading') {
    return <PageWaiting role="status">Loading......</PageWaiting>;
  }
  if (!user) return <Navigate to="/login" replace state={{ from: `${pathname}${search}${hash}` }} />;
  return children;
}
