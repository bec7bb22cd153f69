import Button from '@mui/material/Button';
import { formatRowRange } from '../lib/formatRowRange';
import type { TablePages } from './useTableList';

interface Props {
  pages: TablePages;
  total: number;
  totalIsExact: boolean;
  /** The rows shown are of the previous list. */
  busy?: boolean;
}

export function Pager({ pages, total, totalIsExact, busy = false }: Props) {
  const { start, end, hasPrevious, hasNext, filling, failed, next, previous, retry } = pages;
  const stopped = (enabled: boolean) => !enabled || filling || busy;
  const step = (label: string, enabled: boolean, go: () => void) => (
    // Not `disabled`, so that the button just pressed keeps the focus.
    <Button
      variant="outlined"
      size="small"
      className="quiet"
      aria-disabled={stopped(enabled)}
      onClick={() => {
        if (!stopped(enabled)) go();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className="pager">
      <p aria-live="polite" className="tabular">
        {formatRowRange({ start, end, total, totalIsExact })}
      </p>
      {failed && (
        <p role="alert" className="pager-failed">
          The next rows could not be loaded.{' '}
          <button type="button" className="text-button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      <div className="pager-steps">
        {step('Previous', hasPrevious, previous)}
        {step('Next', hasNext, next)}
      </div>
    </div>
  );
}
