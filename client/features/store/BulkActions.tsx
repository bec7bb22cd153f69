import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Icon } from '../../ui/Icon';
import { type BulkResult, bulkDeleteDetail, bulkLabels, type Chosen } from './bulk';
import { BulkBar } from './BulkBar';
import { BulkReport } from './BulkReport';
import type { useBulk } from './useBulk';

interface Props {
  chosen: readonly Chosen[];
  bulk: ReturnType<typeof useBulk>;
  onClear: () => void;
  /** The pressed button is gone: the focus moves to the rows. */
  onFocusLost: () => void;
}

/** All UI of bulk actions but the rows' checkboxes. */
export function BulkActions({ chosen, bulk, onClear, onFocusLost }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {bulk.result && (
        <BulkReport
          result={bulk.result}
          onDismiss={() => {
            bulk.dismiss();
            onFocusLost();
          }}
        />
      )}
      {(chosen.length > 0 || bulk.run) && (
        <BulkBar
          count={chosen.length}
          run={bulk.run}
          onAction={(action) => (action === 'DELETE' ? setAsking(true) : void bulk.start(action, chosen))}
          onClear={() => {
            onClear();
            onFocusLost();
          }}
        />
      )}
      {asking && (
        <ConfirmDialog
          question="Are you sure you want to delete this product?"
          detail={bulkDeleteDetail(chosen.length)}
          confirm="Delete"
          onConfirm={() => {
            setAsking(false);
            void bulk.start('DELETE', chosen);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const note = { display: 'flex', alignItems: 'flex-start', gap: 0.75, mt: 0.5, fontWeight: 'fontWeightMedium' };

/** The result in the row itself. */
export function bulkNote(result: BulkResult | undefined, id: string): ReactNode {
  const outcome = result?.outcomes.find((each) => each.id === id);
  if (!result || !outcome) return null;
  const failed = outcome.error !== null;
  return (
    <Typography variant="fine" color={failed ? 'error' : 'success'} data-note sx={note}>
      <Icon name={failed ? 'warn' : 'check'} size={14} />
      {outcome.error ?? bulkLabels(result.action).done}
    </Typography>
  );
}
