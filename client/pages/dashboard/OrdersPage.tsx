import { OrdersTable } from '../../features/orders/OrdersTable';
import { useSession } from '../../session/SessionProvider';
import { Title } from './Title';

export function OrdersPage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <Title>Orders</Title>
      <OrdersTable key={user.email} email={user.email} />
    </>
  );
}
