import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { Thumbnail } from '../../ui/Thumbnail';
import type { StockRow } from './useStockLevels';

type Numbers = 'onHand' | 'held' | 'available' | 'lowStockThreshold';

const nameId = ({ id }: StockRow) => `stock-${id}`;

const number = (row: StockRow, field: Numbers) => row.level?.[field].toLocaleString('en-US') ?? '–';

/** In shoppers' terms (C02, C03); the availability switch takes precedence over the stock. */
export function stockStatusChip({ level, product }: StockRow): {
  label: string;
  color: 'default' | 'success' | 'warning' | 'error';
} {
  if (!level) return { label: 'Not counted', color: 'default' };
  if (level.available <= 0 || !product.purchasable) return { label: 'Out of Stock', color: 'error' };
  if (level.available <= level.lowStockThreshold) return { label: `Only ${level.available} left`, color: 'warning' };
  return { label: 'In Stock', color: 'success' };
}

const card = {
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) minmax(min-content, 1fr)',
  gridTemplateAreas: '"product product product actions" "onHand held available lowAt" "state state state state"',
};

/** On a card, each number below its label. */
const stacked = { flexDirection: 'column', gap: 0.25, textAlign: 'left', '&::before': { minWidth: 0 } } as const;

export const stockTableStyles: TableStyles = {
  columns: {
    '& td[data-column="actions"]': { textAlign: 'right' },
    '& th[data-column="actions"]': { textAlign: 'right' },
  },
  cards: {
    '& tbody tr': card,
    '& td[data-column="actions"]': { justifyContent: 'flex-end' },
    '& td:is([data-column="onHand"], [data-column="held"], [data-column="available"], [data-column="lowAt"])': stacked,
  },
};

const numeric = (key: string, header: string, field: Numbers): TableColumn<StockRow> => ({
  key,
  header,
  numeric: true,
  cell: (row) => (field === 'available' ? <b>{number(row, field)}</b> : <span>{number(row, field)}</span>),
  width: 96,
});

export function stockColumns(onAdjust: (row: StockRow) => void): readonly TableColumn<StockRow>[] {
  return [
    {
      key: 'product',
      header: 'Product',
      bare: true,
      cell: (row) => (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minWidth: 0 }}>
          <Thumbnail photo={row.product.photos[0]} size={40} />
          <Typography variant="label" component="b" id={nameId(row)} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <bdi>{row.product.name}</bdi>
          </Typography>
        </Stack>
      ),
    },
    numeric('onHand', 'On hand', 'onHand'),
    numeric('held', 'Held', 'held'),
    numeric('available', 'Available', 'available'),
    numeric('lowAt', 'Low at', 'lowStockThreshold'),
    {
      key: 'state',
      header: 'State',
      bare: true,
      cell: (row) => <Chip variant="status" {...stockStatusChip(row)} />,
      width: 152,
    },
    {
      key: 'actions',
      header: 'Adjust',
      bare: true,
      cell: (row) => (
        <Button
          variant="quiet"
          size="small"
          aria-describedby={nameId(row)}
          data-adjusts={row.id}
          onClick={() => onAdjust(row)}
        >
          {row.level ? 'Adjust' : 'Count'}
        </Button>
      ),
      width: 112,
    },
  ];
}
