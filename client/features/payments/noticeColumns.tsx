import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { pluralize } from '../../lib/pluralize';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import { OrderLink } from './OrderLink';
import { formatNoticeKind, noticeStatuses } from './paymentLabels';
import type { NoticeRow } from './usePaymentLists';

export const noticeTableStyles: TableStyles = {
  columns: {
    '& td': { py: 1.25, verticalAlign: 'middle' },
    '& :is(td, th)[data-column="actions"]': { textAlign: 'right' },
  },
  cards: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateAreas: '"notice" "received" "order" "state" "actions"',
    },
    '& td[data-column="actions"] > *': { flex: 1 },
  },
};

const nameId = ({ id }: NoticeRow) => `notice-${id}`;

export const noticeColumns = (onReplay: (row: NoticeRow) => void): readonly TableColumn<NoticeRow>[] => [
  { key: 'received', header: 'Received', cell: ({ receivedAt }) => <DateTime at={receivedAt} />, width: 190 },
  {
    key: 'notice',
    header: 'Notice',
    bare: true,
    cell: (row) => (
      <div id={nameId(row)}>
        <b>{formatNoticeKind(row.kind)}</b>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{row.providerId}</bdi>
        </Typography>
      </div>
    ),
  },
  { key: 'order', header: 'Order', cell: ({ orderNumber }) => <OrderLink number={orderNumber} />, width: 136 },
  { key: 'state', header: 'State', cell: (row) => <State row={row} />, width: '26%' },
  {
    key: 'actions',
    header: 'Look again',
    bare: true,
    cell: (row) => (
      <Button variant="quiet" size="small" aria-describedby={nameId(row)} onClick={() => onReplay(row)}>
        Look again
      </Button>
    ),
    width: 136,
  },
];

function State({ row: { status, deliveries, lastError } }: { row: NoticeRow }) {
  const more = [deliveries > 1 && `Came ${pluralize(deliveries, 'time')}`, lastError].filter(Boolean);
  return (
    <div>
      <Chip variant="status" {...noticeStatuses[status]} />
      {more.length > 0 && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {more.join('. ')}
        </Typography>
      )}
    </div>
  );
}
