import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId } from 'react';
import { BidiText } from './BidiText';
import { useCloseOnBack } from './useCloseOnBack';
import './confirmDialog.css';

interface Props {
  /** As the specification words it. */
  question: string;
  detail?: string;
  confirm: string;
  onConfirm: () => void;
  /** Cancel, Escape or Back. */
  onClose: () => void;
}

/** Mounted while open. Cancel has the initial focus. */
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
          <BidiText text={detail} />
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
