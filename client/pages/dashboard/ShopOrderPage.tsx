import Skeleton from '@mui/material/Skeleton';
import { useParams } from 'react-router-dom';
import { OrderHead } from '../../features/shopOrders/OrderHead';
import { ShopOrderView } from '../../features/shopOrders/ShopOrderView';
import { useShopOrder } from '../../features/shopOrders/useShopOrder';
import { rem } from '../../theme/typography';
import { LoadFailure } from '../../ui/LoadFailure';
import { PageTitle, type PageTitleProps } from '../../ui/PageTitle';
import { NotFoundPage } from '../NotFoundPage';
import { Title } from './Title';

/** For admins: one order, whoever has bought it. */
export function ShopOrderPage({ description }: PageTitleProps) {
  const { number = '' } = useParams();
  // Another number is another page: nothing that was typed on the one goes to the other.
  return <OneOrder key={number} number={number} description={description} />;
}

function OneOrder({ number, description }: { number: string; description: string }) {
  const { order, isMissing, hasFailed, change, reload } = useShopOrder(number);
  if (isMissing) return <NotFoundPage />;
  const words = `Order ${order?.number ?? number}`;
  if (order)
    return (
      <>
        <PageTitle title={words} description={description} />
        <ShopOrderView order={order} access={{ change, reload }} heading={<Title>{words}</Title>} />
      </>
    );
  if (hasFailed)
    return (
      <>
        <OrderHead heading={<Title>{words}</Title>} order={undefined} />
        <LoadFailure sentence="Failed to load the order" onRetry={() => void reload()} />
      </>
    );
  // Its heading comes with it, and gets the focus then.
  return (
    <>
      <p role="status">Loading...</p>
      <Skeleton variant="rounded" height={rem(400)} width="100%" />
    </>
  );
}
