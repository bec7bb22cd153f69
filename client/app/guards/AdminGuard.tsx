import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { PageSpinner } from '../../ui/PageSpinner';

/** No redirect while the role loads; others than admins are redirected home (decision 26). */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { status, user, whenKnown } = useSession();
  const role = useRole();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);

  if (status === 'loading' || (user && role.status === 'loading')) {
    return <PageSpinner />;
  }
  return user && role.role === 'admin' ? children : <Navigate to="/" replace />;
}
