import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { MessageStatus } from '../../__generated__/lazyOperations';
import { messageKinds } from '../../lib/messageKinds';
import type { StatusLabel } from '../../lib/statusLabel';
import { DateTime } from '../../ui/DateTime';
import type { TableColumn } from '../../ui/tableColumns';
import { withRowAction } from '../../ui/tableStyles';
import type { OutboxRow } from './useOutbox';

export const statuses: Readonly<Record<MessageStatus, StatusLabel>> = {
  PENDING: { label: 'Waiting', color: 'default' },
  SENDING: { label: 'Being sent', color: 'default' },
  SENT: { label: 'Sent', color: 'success' },
  FAILED: { label: 'Failed', color: 'error' },
};

const nameId = ({ id }: OutboxRow) => `message-${id}`;

export const outboxTableStyles = withRowAction('"message actions" "when when" "to to" "status status"');

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
