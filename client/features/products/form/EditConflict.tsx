import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { taxClassLabels } from '../../../lib/taxClassLabels';
import { Facts } from '../../../ui/Facts';
import { useFocusFallback } from '../../../ui/useFocusFallback';
import { productFields } from '../productFields';
import type { ConcurrentChange } from './editProduct';

const toText = ({ field, present }: ConcurrentChange): string => {
  if (typeof present === 'boolean') return present ? 'Yes' : 'No';
  if (field === 'status') return present.toLowerCase();
  if (field === 'taxClass') return taxClassLabels[present as keyof typeof taxClassLabels];
  return present === '' ? '(blank)' : present;
};

interface Props {
  sentence: string;
  /** Undefined until the current state has loaded. */
  changes: readonly ConcurrentChange[] | undefined;
  loading: boolean;
  onLoad: () => void;
  onTake: (change: ConcurrentChange) => void;
}

const labelOf = ({ field }: ConcurrentChange) => productFields[field].label;

/** A concurrent edit: its values beside the typed ones, which saving overwrites. */
export function EditConflict({ sentence, changes, loading, onLoad, onTake }: Props) {
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section, changes && String(changes.length));
  if (!changes) {
    return (
      <Alert severity="error" icon={false}>
        {sentence}
        <Button
          variant="ink"
          sx={{ display: 'flex', mt: 1.5 }}
          aria-disabled={loading}
          onClick={() => !loading && onLoad()}
        >
          {loading ? 'Loading...' : 'Load its present state'}
        </Button>
      </Alert>
    );
  }
  const present = (change: ConcurrentChange) => (
    <Stack
      direction="row"
      sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1.75, whiteSpace: 'pre-line' }}
    >
      <span>{toText(change)}</span>
      <Button
        variant="ink"
        size="small"
        sx={{ flex: 'none' }}
        aria-label={`Use this for ${labelOf(change)}`}
        onClick={() => onTake(change)}
      >
        Use this
      </Button>
    </Stack>
  );
  return (
    <Paper
      component="section"
      variant="sunken"
      ref={section}
      tabIndex={-1}
      aria-label="Present state"
      sx={{ display: 'grid', gap: 1.5, bgcolor: 'warning.soft' }}
    >
      <Typography variant="body2" role="status">
        {changes.length === 0
          ? 'The form shows the present state, with what you typed on top. Save it again.'
          : 'These fields were changed meanwhile. What you typed is kept and replaces them when you save again.'}
      </Typography>
      <Facts facts={Object.fromEntries(changes.map((change) => [`${labelOf(change)} now`, present(change)]))} />
    </Paper>
  );
}
