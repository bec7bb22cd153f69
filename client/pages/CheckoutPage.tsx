import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Checkout } from '../features/checkout/checkoutApi';
import { CheckoutContent } from '../features/checkout/CheckoutContent';
import { recallCheckout } from '../features/checkout/checkoutMemory';
import { useLoadedCheckout } from '../features/checkout/useLoadedCheckout';
import { loadCart } from '../features/store/cartCache';
import { announceCartChange } from '../features/store/cartChannel';
import { logFailure } from '../lib/logFailure';
import { orderPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';
import { usePaymentProvider } from '../session/usePaymentProvider';
import { BuyingClosed } from '../ui/BuyingClosed';
import { ErrorAlert } from '../ui/ErrorAlert';
import { Link } from '../ui/Link';
import type { PageTitleProps } from '../ui/PageTitle';
import { NotFoundPage } from './NotFoundPage';

export function CheckoutPage({ title }: PageTitleProps) {
  const { id = '' } = useParams();
  const client = useApolloClient();
  const navigate = useNavigate();
  const { status, user, whenKnown } = useSession();
  const { checkout, setCheckout, countries, failure, retry } = useLoadedCheckout(id);
  const isClosed = usePaymentProvider() === 'none';
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);

  /** The badge, and other tabs. */
  function tellCart(): void {
    if (!user) return;
    announceCartChange(user.email);
    loadCart(client, user.email).catch((error: unknown) => logFailure('Failed to refresh the cart', error));
  }

  function showOrder({ id: placed, orderNumber }: Checkout): void {
    if (orderNumber === null) return;
    tellCart();
    void navigate(orderPath(orderNumber, recallCheckout(placed).token), { replace: true, state: { isPlaced: true } });
  }

  // Opened again after it was placed, as by Back.
  const isPlaced = checkout?.status === 'PLACED';
  useEffect(() => {
    if (isPlaced && checkout.orderNumber !== null)
      void navigate(orderPath(checkout.orderNumber, recallCheckout(checkout.id).token), { replace: true });
  }, [isPlaced, checkout, navigate]);

  if (failure === 'missing') return <NotFoundPage />;
  return (
    <Box sx={{ pt: { xs: 3, md: 4 } }}>
      <Typography variant="h1" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {failure === 'unreachable' && (
        <>
          <ErrorAlert sentence="The checkout could not be loaded." hint="Nothing was charged by opening it." />
          <Button variant="ink" onClick={retry} sx={{ mt: 2 }}>
            Try again
          </Button>
        </>
      )}
      {isClosed && <BuyingClosed />}
      {!failure && !isClosed && (!checkout || !countries || isPlaced) && <Skeleton height={480} />}
      {!failure && !isClosed && checkout && countries && !isPlaced && (
        <CheckoutContent
          checkout={checkout}
          countries={countries}
          onChange={setCheckout}
          onPlaced={showOrder}
          onCartChange={tellCart}
          signIn={
            status === 'signedOut' && (
              <Link to="/login" state={{ from: `/checkout/${id}` }} color="primary" variant="label">
                Sign in
              </Link>
            )
          }
        />
      )}
    </Box>
  );
}
