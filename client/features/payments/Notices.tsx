import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { serverMessage } from '../../lib/serverMessage';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Segments } from '../../ui/Segments';
import { TableToolbar } from '../../ui/TableToolbar';
import type { ListParams } from '../../ui/useListParams';
import { noticeColumns, noticeTableStyles } from './noticeColumns';
import { type PaymentsParams, statusChoices } from './paymentsParams';
import { useNotices } from './usePaymentLists';
import { useReprocessNotice } from './useReprocessNotice';

interface Props {
  status: PaymentsParams['status'];
  listParams: ListParams;
  onStatus: (status: PaymentsParams['status']) => void;
}

/** The provider's notices with their status. */
export function Notices({ status, listParams, onStatus }: Props) {
  const { error, ...list } = useNotices({ status }, listParams);
  const { replay, busy } = useReprocessNotice();
  return (
    <Stack sx={{ gap: 1.5, width: 1 }}>
      <Typography variant="h4" component="h2">
        Notices
      </Typography>
      <TableToolbar>
        <Segments label="Status" value={status} choices={statusChoices} onChange={onStatus} />
      </TableToolbar>
      <DataTable
        wide
        label="Notices"
        styles={noticeTableStyles}
        columns={noticeColumns(replay)}
        list={list}
        loadingWords="Loading..."
        empty={
          <EmptyState title={status === '' ? 'No notices yet' : 'No notices found'}>
            {status !== '' && (
              <Button variant="ink" onClick={() => onStatus('')}>
                Clear All
              </Button>
            )}
          </EmptyState>
        }
        failure={error ? serverMessage(error, 'Failed to load the notices') : undefined}
        busy={busy}
      />
    </Stack>
  );
}
