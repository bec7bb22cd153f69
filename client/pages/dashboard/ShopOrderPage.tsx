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

/** For admins: any order. */
export function ShopOrderPage({ description }: PageTitleProps) {
  const { number = '' } = useParams();
  // The key discards typed input when the number changes.
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
  // The heading is rendered with the data, and is focused then.
  return (
    <>
      <p role="status">Loading...</p>
      <Skeleton variant="rounded" height={rem(400)} width="100%" />
    </>
  );
}
