import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { BulkBar } from '../../ui/BulkBar';
import { BulkReport } from '../../ui/BulkReport';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Icon } from '../../ui/Icon';
import {
  bulkActions,
  type BulkResult,
  bulkDeleteDetail,
  bulkLabels,
  type Chosen,
  failedOf,
  formatBulkResult,
} from './bulk';
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
  const { run } = bulk;
  return (
    <>
      {bulk.result && (
        <BulkReport
          words={formatBulkResult(bulk.result)}
          failed={failedOf(bulk.result)}
          onDismiss={() => {
            bulk.dismiss();
            onFocusLost();
          }}
        />
      )}
      {(chosen.length > 0 || run) && (
        <BulkBar
          label="Selected products"
          count={chosen.length}
          run={run && { ...run, doing: bulkLabels(run.action).doing }}
          onClear={() => {
            onClear();
            onFocusLost();
          }}
        >
          {bulkActions.map((action) => (
            <Button
              key={action}
              variant="soft"
              size="small"
              onClick={() => (action === 'DELETE' ? setAsking(true) : void bulk.start(action, chosen))}
            >
              {bulkLabels(action).button}
            </Button>
          ))}
        </BulkBar>
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
