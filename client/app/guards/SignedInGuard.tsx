import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';

/** The outer guard of everything under /dashboard; remembers path, query and hash (decision 26). */
export function SignedInGuard({ children }: { children: ReactNode }) {
  const { status, user, whenKnown: known } = useSession();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    void known();
  }, [known]);

  if (status === 'loading') {
    return (
      <p className="page-waiting loading-words" role="status">
        Loading......
      </p>
    );
  }
  if (!user) return <Navigate to="/login" replace state={{ from: `${pathname}${search}${hash}` }} />;
  return children;
}
