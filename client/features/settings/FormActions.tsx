import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

interface Props {
  isSubmitting: boolean;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: (() => void) | undefined;
}

export function FormActions({ isSubmitting, onClose, onDelete }: Props) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
      {onDelete && (
        <Button variant="quiet" color="error" onClick={onDelete}>
          Delete zone
        </Button>
      )}
      <Button variant="quiet" onClick={onClose} sx={{ ml: 'auto' }}>
        Cancel
      </Button>
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save zone'}
      </Button>
    </Stack>
  );
}
