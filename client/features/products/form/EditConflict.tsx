import '../../../ui/note.css';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useFocusFallback } from '../../../ui/useFocusFallback';
import { type ProductField, productFields, type ProductValues } from '../productFields';
import type { ConcurrentChange } from './editProduct';

const toText = (value: ProductValues[ProductField]): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === 'ACTIVE' || value === 'INACTIVE') return value.toLowerCase();
  return value === '' ? '(blank)' : value;
};

interface Props {
  sentence: string;
  /** Undefined until the present state has been loaded. */
  changes: readonly ConcurrentChange[] | undefined;
  loading: boolean;
  onLoad: () => void;
  onTake: (change: ConcurrentChange) => void;
}

/** A concurrent edit: its values beside the typed ones, which saving writes over them. */
export function EditConflict({ sentence, changes, loading, onLoad, onTake }: Props) {
  const present = useRef<HTMLElement>(null);
  useFocusFallback(present, changes && String(changes.length));
  if (!changes) {
    return (
      <Alert severity="error" icon={false} className="note-bad stale-note">
        {sentence}
        <Button variant="outlined" className="ink" aria-disabled={loading} onClick={() => !loading && onLoad()}>
          {loading ? 'Loading...' : 'Load its present state'}
        </Button>
      </Alert>
    );
  }
  return (
    <section ref={present} tabIndex={-1} className="stale-present" aria-label="Present state">
      <p role="status">
        {changes.length === 0
          ? 'The form shows the present state, with what you typed on top. Save it again.'
          : 'These fields were changed meanwhile. What you typed is kept and replaces them when you save again.'}
      </p>
      <dl>
        {changes.map((change) => (
          <div key={change.field}>
            <dt>{productFields[change.field].label} now</dt>
            <dd>
              <span>{toText(change.present)}</span>
              <Button
                variant="outlined"
                size="small"
                className="ink"
                aria-label={`Use this for ${productFields[change.field].label}`}
                onClick={() => onTake(change)}
              >
                Use this
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
