import { ShopOrderList } from '../../features/shopOrders/ShopOrderList';
import { Title } from './Title';

export function ShopOrdersPage() {
  return <ShopOrderList title={<Title>Shop orders</Title>} />;
}
