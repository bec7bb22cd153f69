import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { BidiText } from './BidiText';
import { useCloseOnBack } from './useCloseOnBack';

interface Props {
  /** As the specification words it. */
  question: string;
  detail?: string;
  confirm: string;
  /** For cancellations, where 'Cancel' would be ambiguous. */
  keep?: string;
  onConfirm: () => void;
  /** That button, Escape or Back. */
  onClose: () => void;
}

/** Mounted while open. The button that changes nothing has the initial focus. */
export function ConfirmDialog({ question, detail, confirm, keep = 'Cancel', onConfirm, onClose }: Props) {
  const id = useId();
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-question`}
      {...(detail && { 'aria-describedby': `${id}-detail` })}
    >
      <DialogTitle>{question}</DialogTitle>
      {detail && (
        <DialogContent>
          <Typography id={`${id}-detail`} variant="body2" color="textSecondary">
            <BidiText text={detail} />
          </Typography>
        </DialogContent>
      )}
      <DialogActions>
        <Button variant="quiet" autoFocus onClick={onClose}>
          {keep}
        </Button>
        <Button color="error" onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
