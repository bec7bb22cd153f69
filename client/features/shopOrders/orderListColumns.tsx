import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router-dom';
import { formatCount } from '../../lib/formatCount';
import { formatCents } from '../../lib/money';
import { shopOrderPath } from '../../lib/paths';
import { DateTime } from '../../ui/DateTime';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import type { SortChoice, TableColumn, TableStyles } from '../../ui/tableColumns';
import type { OrderSort } from '../../__generated__/lazyOperations';
import { attentionLabels, fulfillmentStatuses, orderStatuses, paymentStatuses } from './orderLabels';
import type { ShopOrderRow } from './useShopOrders';

export const sortChoices: readonly SortChoice<OrderSort>[] = [
  { value: 'NEWEST', label: 'Newest', column: 'number', direction: 'desc' },
  { value: 'OLDEST', label: 'Oldest', column: 'number', direction: 'asc' },
  { value: 'TOTAL_DESC', label: 'Total: high to low', column: 'total', direction: 'desc' },
  { value: 'TOTAL_ASC', label: 'Total: low to high', column: 'total', direction: 'asc' },
];

const statuses = 'td:is([data-column="status"], [data-column="payment"], [data-column="fulfillment"])';
/** A selected row has the chips' colour. */
const onSelected = { [`& tr:has(:checked) ${statuses} > *`]: { bgcolor: 'background.paper' } };
const gutter = 46;

export const orderListStyles: TableStyles = {
  columns: {
    '& :is(td, th)': { px: 1 },
    '& :is(td, th):first-of-type': { pl: 1.75 },
    '& td': { py: 1.25 },
    ...onSelected,
  },
  cards: {
    // The statuses share one row if they fit.
    '& tbody tr': {
      position: 'relative',
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4px 8px',
      p: 1.75,
      pl: `${gutter}px`,
    },
    '& tbody td': { flex: 'none', order: 2 },
    '& td[data-column="select"]': { position: 'absolute', top: 14, left: 14, zIndex: 1 },
    // Number and total share the first row.
    '& td[data-column="number"]': { flex: '1 1 0', order: 0 },
    '& td[data-column="buyer"]': { flex: '1 1 100%', order: 1 },
    '& td[data-column="buyer"] > div': { flexDirection: 'row', flexWrap: 'wrap', gap: '0 10px' },
    '& td[data-column="total"]': { order: 0, fontWeight: 'fontWeightMedium' },
    // The whole card opens the order.
    '& td[data-column="number"] a::after': { content: '""', position: 'absolute', inset: 0 },
    ...onSelected,
  },
};

export const orderListColumns: readonly TableColumn<ShopOrderRow>[] = [
  { key: 'number', header: 'Number and date', bare: true, cell: (row) => <NumberCell row={row} /> },
  {
    key: 'buyer',
    header: 'Buyer',
    bare: true,
    cell: ({ buyer, pieces }) => (
      <Stack sx={{ minWidth: 0 }}>
        <bdi>{buyer?.name || buyer?.email || 'Unknown'}</bdi>
        <Typography variant="caption" component="span" color="textSecondary">
          {formatCount(pieces)} {pieces === 1 ? 'item' : 'items'}
        </Typography>
      </Stack>
    ),
    width: { xs: 150, xl: 200 },
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    bare: true,
    cell: ({ total }) => formatCents(total.amount),
    width: 104,
  },
  {
    key: 'status',
    header: 'Order',
    bare: true,
    cell: ({ status }) => <Chip variant="status" {...orderStatuses[status]} />,
    width: 120,
  },
  {
    key: 'payment',
    header: 'Payment',
    bare: true,
    cell: ({ paymentStatus }) => <Chip variant="status" {...paymentStatuses[paymentStatus]} />,
    width: 168,
  },
  {
    key: 'fulfillment',
    header: 'Fulfillment',
    bare: true,
    cell: ({ fulfillmentStatus }) => <Chip variant="status" {...fulfillmentStatuses[fulfillmentStatus]} />,
    width: 160,
  },
];

function NumberCell({ row }: { row: ShopOrderRow }) {
  const list = useLocation().search.slice(1);
  return (
    <Stack sx={{ alignItems: 'flex-start', minWidth: 0 }}>
      <Link
        to={shopOrderPath(row.number)}
        state={{ list }}
        color="primary"
        variant="label"
        sx={{ display: 'inline-block' }}
      >
        {row.number}
      </Link>
      <Typography variant="caption" component="span" color="textSecondary">
        <DateTime at={row.placedAt} />
      </Typography>
      {attentionLabels(row).map((words) => (
        <Typography
          key={words}
          variant="caption"
          component="span"
          color="error"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 'fontWeightMedium' }}
        >
          <Icon name="warn" size={14} />
          {words}
        </Typography>
      ))}
    </Stack>
  );
}
