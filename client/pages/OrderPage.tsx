import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { OrderView } from '../features/orders/OrderView';
import type { EndedOrder } from '../features/orders/useEndOrder';
import { ClaimedOrder } from '../features/orders/ClaimedOrder';
import { useOrder } from '../features/orders/useOrder';
import { loadCart } from '../features/store/cartCache';
import { announceCartChange } from '../features/store/cartChannel';
import { logFailure } from '../lib/logFailure';
import { useSession } from '../session/SessionProvider';
import { rem } from '../theme/typography';
import { ErrorAlert } from '../ui/ErrorAlert';
import { PageTitle, type PageTitleProps } from '../ui/PageTitle';
import { NotFoundPage } from './NotFoundPage';

interface OneOrderProps extends PageTitleProps {
  number: string;
  /** Of a guest's link. */
  token: string | undefined;
}

/** For the buyer in the dashboard, or with a guest's link. */
export function OrderPage(props: PageTitleProps) {
  const { number = '', token } = useParams();
  return <OneOrder key={number} {...props} number={number} token={token} />;
}

function OneOrder({ title, description, number, token }: OneOrderProps) {
  const state = useLocation().state as { isPlaced?: boolean } | null;
  const { order, isMissing, isInAccount, hasFailed, reload } = useOrder(number, token);
  const [ended, setEnded] = useState<EndedOrder>();
  const notifyCart = useNotifyCart();
  if (isMissing) return <NotFoundPage />;
  if (isInAccount) return <ClaimedOrder number={number} />;
  if (order) {
    const own = ended?.order.number === order.number ? ended : undefined;
    return (
      <>
        <PageTitle title={`Order ${order.number}`} description={description} />
        <OrderView
          order={own?.order ?? order}
          token={token}
          isPlacedNow={state?.isPlaced === true}
          ended={own}
          onEnded={(next) => {
            setEnded(next);
            if (next.returnedToCart > 0) notifyCart();
          }}
          reload={reload}
          onCartChange={notifyCart}
        />
      </>
    );
  }
  return (
    <Box sx={{ pt: 4 }}>
      {hasFailed ? (
        <>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {title}
          </Typography>
          <ErrorAlert sentence="The order could not be loaded." hint="It is placed all the same." />
          <Button variant="ink" onClick={() => void reload()} sx={{ mt: 2 }}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton height={rem(400)} />
      )}
    </Box>
  );
}

/** Notifies the badge and other tabs. */
function useNotifyCart(): () => void {
  const client = useApolloClient();
  const { user, whenKnown } = useSession();
  useEffect(() => {
    void whenKnown();
  }, [whenKnown]);
  return () => {
    if (!user) return;
    announceCartChange(user.email);
    loadCart(client, user.email).catch((error: unknown) => logFailure('Failed to refresh the cart', error));
  };
}
