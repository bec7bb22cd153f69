import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useGuestCheckout } from '../features/checkout/useGuestCheckout';
import { CartPageContent, EmptyCartPage } from '../features/store/CartPageContent';
import { WaitingCheckout } from '../features/store/WaitingCheckout';
import { hasAccessToken } from '../session/accessToken';
import { useSession } from '../session/SessionProvider';
import { Link } from '../ui/Link';
import type { PageTitleProps } from '../ui/PageTitle';

export function CartPage({ title }: PageTitleProps) {
  const { status, user, whenKnown } = useSession();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);
  const isUnknown = status === 'loading' && hasAccessToken();
  const isGuest = !user && !isUnknown;
  const guestCheckout = useGuestCheckout(isGuest);
  return (
    <Box sx={{ pt: { xs: 4, md: 6 } }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {user && <CartPageContent key={user.email} email={user.email} />}
      {guestCheckout && <WaitingCheckout checkout={guestCheckout} />}
      {isGuest && (
        <EmptyCartPage>
          <Typography color="textSecondary">
            <Link to="/login" state={{ from: '/cart' }} color="primary">
              Sign in
            </Link>{' '}
            to see what you have added.
          </Typography>
        </EmptyCartPage>
      )}
    </Box>
  );
}
