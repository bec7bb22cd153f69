import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Icon } from '../../ui/Icon';
import { type BulkResult, bulkDeleteDetail, bulkWords, type Chosen } from './bulk';
import { BulkBar } from './BulkBar';
import { BulkReport } from './BulkReport';
import type { useBulk } from './useBulk';

interface Props {
  chosen: readonly Chosen[];
  bulk: ReturnType<typeof useBulk>;
  onClear: () => void;
  /** The button that was pressed is gone: the focus goes to the rows. */
  onGone: () => void;
}

/** Everything of an admin's bulk actions but the boxes in the rows. */
export function BulkActions({ chosen, bulk, onClear, onGone }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {bulk.result && (
        <BulkReport
          result={bulk.result}
          onDismiss={() => {
            bulk.dismiss();
            onGone();
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
            onGone();
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

/** In the row itself: what came of it there. */
export function bulkNote(result: BulkResult | undefined, id: string): ReactNode {
  const outcome = result?.outcomes.find((each) => each.id === id);
  if (!result || !outcome) return null;
  const failed = outcome.error !== null;
  return (
    <span className={`row-note ${failed ? 'bad' : ''}`}>
      <Icon name={failed ? 'warn' : 'check'} />
      {outcome.error ?? bulkWords(result.action).done}
    </span>
  );
}
