import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatTime } from '../../lib/formatDay';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

interface Props {
  heldUntil: string;
  onMoreTime: () => void;
  onClose: () => void;
}

/** Two minutes before the hold ends. */
export function MoreTimeDialog({ heldUntil, onMoreTime, onClose }: Props) {
  const id = useId();
  useCloseOnBack(true, onClose);
  return (
    <Dialog open role="alertdialog" onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>Still there?</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>
          Your order is held until <b>{formatTime(heldUntil)}</b>. After that others can buy the pieces; what you typed
          stays.
        </Typography>
      </DialogContent>
      <DialogActions sx={{ '& > *': { flex: '1 1 9rem' } }}>
        <Button variant="ink" onClick={onClose}>
          Leave it
        </Button>
        <Button autoFocus onClick={onMoreTime}>
          I need more time
        </Button>
      </DialogActions>
    </Dialog>
  );
}
