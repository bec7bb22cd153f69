import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useLocation, useParams } from 'react-router-dom';
import { OrderView } from '../features/orders/OrderView';
import { useOrder } from '../features/orders/useOrder';
import { ErrorAlert } from '../ui/ErrorAlert';
import { PageTitle, type PageTitleProps } from '../ui/PageTitle';
import { NotFoundPage } from './NotFoundPage';

/** Of its buyer in the dashboard, or of whoever has its link. */
export function OrderPage({ title, description }: PageTitleProps) {
  const { number = '', token } = useParams();
  const state = useLocation().state as { isPlaced?: boolean } | null;
  const { order, isMissing, hasFailed, retry } = useOrder(number, token);
  if (isMissing) return <NotFoundPage />;
  if (order)
    return (
      <>
        <PageTitle title={`Order ${order.number}`} description={description} />
        <OrderView order={order} isPlacedNow={state?.isPlaced === true} />
      </>
    );
  return (
    <Box sx={{ pt: 4 }}>
      {hasFailed ? (
        <>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {title}
          </Typography>
          <ErrorAlert sentence="The order could not be loaded." hint="It is placed all the same." />
          <Button variant="ink" onClick={retry} sx={{ mt: 2 }}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton height={400} />
      )}
    </Box>
  );
}
