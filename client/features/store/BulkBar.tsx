import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef } from 'react';
import type { BulkProductAction } from '../../__generated__/lazyOperations';
import { Icon } from '../../ui/Icon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { bulkActions, bulkLabels, formatSelectedCount } from './bulk';
import type { BulkRun } from './useBulk';

interface Props {
  count: number;
  run: BulkRun | undefined;
  onAction: (action: BulkProductAction) => void;
  onClear: () => void;
}

/** The toolbar of the selected rows, and the progress of a running action. */
export function BulkBar({ count, run, onAction, onClear }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusFallback(bar, run?.action);
  if (run) {
    const { doing } = bulkLabels(run.action);
    return (
      <div ref={bar} className="bulk-bar" tabIndex={-1}>
        <p role="status">{`${doing}: ${run.done} of ${run.total}`}</p>
        <progress aria-label={doing} max={run.total} value={run.done} />
      </div>
    );
  }
  return (
    <div ref={bar} className="bulk-bar" tabIndex={-1} role="group" aria-label="Selected products">
      <p role="status">{formatSelectedCount(count)}</p>
      <div className="bulk-actions">
        {bulkActions.map((action) => (
          <Button key={action} size="small" onClick={() => onAction(action)}>
            {bulkLabels(action).button}
          </Button>
        ))}
      </div>
      <IconButton aria-label="Clear selection" onClick={onClear}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
