import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { Sentence } from './Sentence';
import { useCloseOnBack } from './useCloseOnBack';
import './confirmDialog.css';

interface Props {
  /** The specification's literal sentence. */
  question: string;
  /** Which one, and what else goes with it. */
  detail?: string;
  confirm: string;
  onConfirm: () => void;
  /** Asked away: nothing happens. */
  onClose: () => void;
}

/** Mounted while it asks. The focus starts on the way out and goes back to where it was. */
export function ConfirmDialog({ question, detail, confirm, onConfirm, onClose }: Props) {
  const id = useId();
  useCloseOnBack(true, onClose);
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-question`}
      {...(detail && { 'aria-describedby': `${id}-detail` })}
      slotProps={{ paper: { className: 'confirm-dialog' } }}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      {detail && (
        <p id={`${id}-detail`} className="muted">
          <Sentence text={detail} />
        </p>
      )}
      <div className="confirm-actions">
        <Button variant="outlined" className="quiet" autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button color="error" className="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
