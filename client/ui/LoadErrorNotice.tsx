import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { corner } from './corner';
import { Icon } from './Icon';

interface Props {
  title: string;
  onRetry: () => void;
  isRetrying: boolean;
  /** For overlays. */
  isOpen?: boolean;
  close?: () => void;
}

const row = { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' } as const;

/** Shown instead of a component whose chunk could not be loaded. */
export function LoadErrorNotice({ title, onRetry, isRetrying, isOpen = true, close }: Props) {
  if (!isOpen) return null;
  const words = (
    <>
      <p>{title} could not be loaded.</p>
      <Button variant="link" aria-busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </>
  );
  if (!close) {
    return (
      <Stack role="alert" sx={{ ...row, py: 2 }}>
        {words}
      </Stack>
    );
  }
  return (
    <Paper variant="floating" role="alert" sx={{ ...corner, ...row, display: 'flex' }}>
      {words}
      <IconButton aria-label="Close" onClick={close}>
        <Icon name="close" />
      </IconButton>
    </Paper>
  );
}
