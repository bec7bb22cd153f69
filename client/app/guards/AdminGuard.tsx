import { keyframes, styled } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { useRole } from '../../session/useRole';
import { appearsLate } from '../../theme/motion';
import { rem } from '../../theme/typography';
import { PageWaiting } from '../../ui/PageWaiting';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });

/** MUI's CircularProgress would be in everybody's first load. */
const Spinner = styled('span')(({ theme: { vars } }) => ({
  display: 'inline-block',
  width: rem(36),
  height: rem(36),
  border: `3px solid ${vars.palette.divider}`,
  borderTopColor: vars.palette.primary.main,
  borderRadius: '50%',
  animation: `${turn} 0.9s linear infinite, ${appearsLate.animation}`,
}));

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
        <Spinner role="progressbar" aria-label="Loading" />
      </PageWaiting>
    );
  }
  return user && role.role === 'admin' ? children : <Navigate to="/" replace />;
}
