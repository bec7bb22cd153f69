import IconButton from '@mui/material/IconButton';
import { useRef } from 'react';
import { Icon } from '../../ui/Icon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { type BulkResult, failedOf, formatBulkResult } from './bulk';

/** The result of a bulk action: the counts, and the reason of each failure. */
export function BulkReport({ result, onDismiss }: { result: BulkResult; onDismiss: () => void }) {
  const failed = failedOf(result);
  const report = useRef<HTMLDivElement>(null);
  useFocusFallback(report, formatBulkResult(result));
  return (
    <div ref={report} tabIndex={-1} className={`bulk-report ${failed.length > 0 ? 'bad' : ''}`}>
      <p role={failed.length > 0 ? 'alert' : 'status'}>
        <Icon name={failed.length > 0 ? 'warn' : 'check'} />
        {formatBulkResult(result)}
      </p>
      <IconButton aria-label="Close the report" onClick={onDismiss}>
        <Icon name="close" />
      </IconButton>
      {failed.length > 0 && (
        <ul aria-label="What failed" tabIndex={0}>
          {failed.map(({ id, name, error }) => (
            <li key={id}>
              <b>
                <bdi>{name}</bdi>
              </b>
              : {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
