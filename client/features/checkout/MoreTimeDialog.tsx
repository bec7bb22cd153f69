import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatTime } from '../../lib/formatDay';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

interface Props {
  heldUntil: string;
  /** Returns why it failed. */
  onMoreTime: () => Promise<string | undefined>;
  onClose: () => void;
}

/** Two minutes before the hold ends. */
export function MoreTimeDialog({ heldUntil, onMoreTime, onClose }: Props) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  useCloseOnBack(true, onClose);

  async function ask(): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    setFailure(undefined);
    setFailure(await onMoreTime());
    setAsking(false);
  }

  return (
    <Dialog open role="alertdialog" onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>Still there?</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>
          Your order is held until <b>{formatTime(heldUntil)}</b>. After that others can buy the pieces; what you typed
          stays.
        </Typography>
        <div role="alert">
          {failure !== undefined && (
            <Typography color="error" sx={{ mt: 1 }}>
              {failure}
            </Typography>
          )}
        </div>
      </DialogContent>
      <DialogActions sx={{ '& > *': { flex: '1 1 9rem' } }}>
        <Button variant="ink" onClick={onClose}>
          Leave it
        </Button>
        <Button autoFocus aria-busy={isAsking} onClick={() => void ask()}>
          I need more time
        </Button>
      </DialogActions>
    </Dialog>
  );
}
