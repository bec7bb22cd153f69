import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { formatCents } from '../../lib/money';
import { orderPath } from '../../lib/paths';
import { Link } from '../../ui/Link';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { Thumbnail } from '../../ui/Thumbnail';
import { overallStatusLabel } from './orderStatusLabels';
import type { OrderRow } from './useMyOrders';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

export const orderTableStyles: TableStyles = {
  cards: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"number total" "date date" "items items" "status status"',
    },
  },
};

export const orderColumns: readonly TableColumn<OrderRow>[] = [
  {
    key: 'number',
    header: 'Number',
    bare: true,
    cell: ({ number }) => (
      <Link to={orderPath(number, undefined)} color="primary" variant="label">
        {number}
      </Link>
    ),
    width: 140,
  },
  {
    key: 'date',
    header: 'Date',
    cell: ({ placedAt }) => <time dateTime={placedAt}>{date.format(new Date(placedAt))}</time>,
    width: 130,
  },
  {
    key: 'items',
    header: 'Items',
    cell: ({ pictures, pieces }) => (
      <Stack direction="row" component="span" sx={{ alignItems: 'center', gap: 0.5 }}>
        {pictures.map((photo, index) => (
          <Thumbnail key={index} photo={photo} size={40} />
        ))}
        <span>{pieces}</span>
      </Stack>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    bare: true,
    cell: ({ total }) => formatCents(total.amount),
    width: 110,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Chip variant="status" {...overallStatusLabel(row, Date.now())} />,
    width: 220,
  },
];
