import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { CheckoutContent } from '../features/checkout/CheckoutContent';
import { recallCheckout } from '../features/checkout/checkoutMemory';
import { usePaymentDocument } from '../features/checkout/payment/paymentDocument';
import { useLoadedCheckout } from '../features/checkout/useLoadedCheckout';
import { orderPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';
import { usePaymentProvider } from '../session/usePaymentProvider';
import { rem } from '../theme/typography';
import { BuyingClosed } from '../ui/BuyingClosed';
import { ErrorAlert } from '../ui/ErrorAlert';
import { Link } from '../ui/Link';
import type { PageTitleProps } from '../ui/PageTitle';
import { useFocusFallback } from '../ui/useFocusFallback';
import { NotFoundPage } from './NotFoundPage';
import { useShowOrder } from './useShowOrder';

export function CheckoutPage({ title }: PageTitleProps) {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { status, whenKnown } = useSession();
  const { notifyCart, listenToCart, showOrder } = useShowOrder();
  const { checkout, setCheckout, provider, countries, failure, retries, retry } = useLoadedCheckout(id);
  const named = usePaymentProvider() ?? provider;
  const isClosed = named === 'none';
  const mayPay = usePaymentDocument(named);
  // 'Try again' is removed by the click.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, retries);
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);

  // Reopened after it was placed, for example by Back.
  const isPlaced = checkout?.status === 'PLACED';
  useEffect(() => {
    if (isPlaced && checkout.orderNumber !== null)
      void navigate(orderPath(checkout.orderNumber, recallCheckout(checkout.id).token), { replace: true });
  }, [isPlaced, checkout, navigate]);

  const isEmptied = checkout?.status === 'OPEN' && checkout.fromCart && checkout.lines.length === 0;
  useEffect(() => {
    if (isEmptied) void navigate('/cart', { replace: true });
  }, [isEmptied, navigate]);

  if (failure === 'missing') return <NotFoundPage />;
  return (
    <Box sx={{ pt: { xs: 3, md: 4 } }}>
      <Typography ref={heading} tabIndex={-1} variant="h1" sx={{ mb: 3 }}>
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
      {!failure && !isClosed && (!checkout || !provider || !countries || !mayPay || isPlaced) && (
        <Skeleton height={rem(480)} />
      )}
      {!failure && !isClosed && checkout && provider && countries && mayPay && !isPlaced && (
        <CheckoutContent
          provider={provider}
          checkout={checkout}
          countries={countries}
          onChange={setCheckout}
          onPlaced={showOrder}
          onCartChange={notifyCart}
          listenToCart={listenToCart}
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
