import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

interface Props {
  isSaving: boolean;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: (() => void) | undefined;
}

export function FormActions({ isSaving, onClose, onDelete }: Props) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
      {onDelete && (
        <Button variant="quiet" color="error" aria-disabled={isSaving} onClick={() => !isSaving && onDelete()}>
          Delete zone
        </Button>
      )}
      <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && onClose()} sx={{ ml: 'auto' }}>
        Cancel
      </Button>
      <Button type="submit" disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Save zone'}
      </Button>
    </Stack>
  );
}
