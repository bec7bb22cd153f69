import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { useSession } from '../../session/SessionProvider';
import { EmptyState } from '../../ui/EmptyState';
import { StatePage } from '../../ui/StatePage';

/** For visitors with a guest's link to an order that was added to an account since. */
export function ClaimedOrder({ number }: { number: string }) {
  const { status } = useSession();
  return (
    <StatePage title="This order is in an account">
      <EmptyState title="Sign in with the account that it was added to, and you find it among your orders.">
        {status === 'signedIn' ? (
          <Button component={Link} to="/dashboard/orders">
            See your orders
          </Button>
        ) : (
          <Button component={Link} to="/login" state={{ from: `/dashboard/orders/${number}` }}>
            Sign in
          </Button>
        )}
      </EmptyState>
    </StatePage>
  );
}
