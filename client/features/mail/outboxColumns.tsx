import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { MessageStatus } from '../../__generated__/lazyOperations';
import { messageKinds } from '../../lib/messageKinds';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn, TableStyles } from '../../ui/tableColumns';
import type { OutboxRow } from './useOutbox';

type Colour = 'default' | 'success' | 'error';

export const statuses: Readonly<Record<MessageStatus, { label: string; color: Colour }>> = {
  PENDING: { label: 'Waiting', color: 'default' },
  SENDING: { label: 'Being sent', color: 'default' },
  SENT: { label: 'Sent', color: 'success' },
  FAILED: { label: 'Failed', color: 'error' },
};

const nameId = ({ id }: OutboxRow) => `message-${id}`;

export const outboxTableStyles: TableStyles = {
  columns: {
    '& td': { py: 1.25, verticalAlign: 'top' },
    '& :is(td, th)[data-column="actions"]': { textAlign: 'right' },
  },
  cards: {
    '& tbody tr': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"message actions" "when when" "to to" "status status"',
    },
    '& td[data-column="actions"]': { justifyContent: 'flex-end' },
  },
};

export const outboxColumns = (onOpen: (row: OutboxRow) => void): readonly TableColumn<OutboxRow>[] => [
  { key: 'when', header: 'When', cell: ({ createdAt }) => <DateTime at={createdAt} />, width: 180 },
  {
    key: 'message',
    header: 'Message',
    bare: true,
    cell: (row) => (
      <span id={nameId(row)}>
        <b>{messageKinds[row.kind]}</b> {row.orderNumber}
      </span>
    ),
  },
  { key: 'to', header: 'To', cell: ({ recipient }) => <bdi>{recipient}</bdi>, width: '25%' },
  {
    key: 'status',
    header: 'Status',
    bare: true,
    cell: ({ status, lastError }) => (
      <>
        <Chip variant="status" {...statuses[status]} />
        {lastError !== null && (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {lastError}
          </Typography>
        )}
      </>
    ),
    width: '25%',
  },
  {
    key: 'actions',
    header: 'Open',
    bare: true,
    cell: (row) => (
      <Button
        variant="quiet"
        size="small"
        aria-describedby={nameId(row)}
        data-opens={row.id}
        onClick={() => onOpen(row)}
      >
        Open
      </Button>
    ),
    width: 112,
  },
];
