import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { lazyModule } from '../../lib/lazyModule';
import { lazyComponent } from '../../ui/lazyComponent';
import { PageWaiting } from '../../ui/PageWaiting';

/** There is no room for it in what loads first. */
const Spinner = lazyComponent(
  lazyModule(() => import('@mui/material/CircularProgress')),
  'default',
  { title: 'Loading', fallback: () => null },
);

/** No redirect while the role loads; others than admins are redirected home (decision 26). */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { status, user, whenKnown: known } = useSession();
  const role = useRole();
  useEffect(() => {
    void known();
  }, [known]);

  if (status === 'loading' || (user && role.status === 'loading')) {
    return (
      <PageWaiting sx={{ textAlign: 'center' }}>
        <Spinner size={36} thickness={4} aria-label="Loading" />
      </PageWaiting>
    );
  }
  return user && role.role === 'admin' ? children : <Navigate to="/" replace />;
}
