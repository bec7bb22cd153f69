import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { useStartFromCart } from '../features/checkout/useStartFromCart';
import { useSession } from '../session/SessionProvider';
import { usePaymentProvider } from '../session/usePaymentProvider';
import { rem } from '../theme/typography';
import { BuyingClosed } from '../ui/BuyingClosed';
import { ErrorAlert } from '../ui/ErrorAlert';
import type { PageTitleProps } from '../ui/PageTitle';
import { useFocusFallback } from '../ui/useFocusFallback';

/** Starts a checkout of the cart. */
export function CheckoutStartPage({ title }: PageTitleProps) {
  const { status, user, whenKnown } = useSession();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);
  const provider = usePaymentProvider();
  const isClosed = provider === 'none';
  const isReady = user !== null && provider !== undefined && !isClosed;
  const { error, retries, retry } = useStartFromCart(isReady);
  // 'Try again' is removed by the click.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, retries);
  if (status === 'signedOut') return <Navigate to="/login" replace state={{ from: '/checkout' }} />;
  return (
    <Box sx={{ pt: { xs: 3, md: 4 } }}>
      <Typography ref={heading} tabIndex={-1} variant="h1" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {isClosed && <BuyingClosed />}
      {!isClosed && error === undefined && <Skeleton height={rem(320)} />}
      {error !== undefined && (
        <>
          <ErrorAlert sentence={error} />
          <Button variant="ink" onClick={retry} sx={{ mt: 2 }}>
            Try again
          </Button>
        </>
      )}
    </Box>
  );
}
