import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { ErrorAlert } from './ErrorAlert';

/** Shown instead of data that could not be loaded. */
export function LoadFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <Stack sx={{ alignItems: 'start', gap: 1.75 }}>
      <ErrorAlert sentence={sentence} />
      <Button variant="ink" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  );
}
