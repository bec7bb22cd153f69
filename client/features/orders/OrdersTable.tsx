import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { pluralize } from '../../lib/pluralize';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { useListParams } from '../../ui/useListParams';
import { GuestOrders } from './GuestOrders';
import { orderColumns, orderTableStyles } from './orderColumns';
import { useMyOrders } from './useMyOrders';

const noFilters = {};
const readFilters = () => noFilters;
const writeFilters = () => new URLSearchParams();

/** The user's orders, newest first, and their guest orders. */
export function OrdersTable({ email }: { email: string }) {
  const listParams = useListParams({ read: readFilters, write: writeFilters });
  const { error, claimable, ...list } = useMyOrders(listParams);
  const { total, totalIsExact, rows } = list;
  return (
    <>
      {rows && total > 0 && (
        <Typography color="textSecondary">
          {pluralize(total, 'order')}
          {totalIsExact ? '' : '+'}, newest first
        </Typography>
      )}
      <DataTable
        label="Orders"
        styles={orderTableStyles}
        columns={orderColumns}
        list={list}
        loadingWords="Loading..."
        empty={
          <EmptyState title="No orders yet">
            <Typography color="textSecondary">What you buy is listed here, with where it is.</Typography>
            <Button component={Link} to="/products">
              Browse products
            </Button>
          </EmptyState>
        }
        failure={error ? 'Failed to load your orders' : undefined}
      />
      {claimable > 0 && <GuestOrders count={claimable} email={email} onClaimed={list.reload} />}
    </>
  );
}
