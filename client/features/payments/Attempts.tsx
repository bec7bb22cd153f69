import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { serverMessage } from '../../lib/serverMessage';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { attemptColumns, attemptTableStyles, testColumn } from './attemptColumns';
import { useAttempts } from './usePaymentLists';
import { useLocalListParams } from './useLocalListParams';
import { useTestNotice } from './useTestNotice';

/** Payment attempts of buyers, in the provider's last known state. */
export function Attempts({ isTestProvider }: { isTestProvider: boolean }) {
  const { error, ...list } = useAttempts(useLocalListParams());
  const { send, busy } = useTestNotice();
  const columns = isTestProvider ? [...attemptColumns, testColumn(send)] : attemptColumns;
  return (
    <Stack sx={{ gap: 1.5, width: 1 }}>
      <Typography variant="h4" component="h2">
        Attempts
      </Typography>
      <DataTable
        wide
        label="Attempts"
        styles={attemptTableStyles}
        columns={columns}
        list={list}
        loadingWords="Loading..."
        empty={<EmptyState title="Nobody has paid yet" />}
        failure={error ? serverMessage(error, 'Failed to load the attempts') : undefined}
        busy={busy}
      />
    </Stack>
  );
}
