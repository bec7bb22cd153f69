import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { TestPaymentsNote } from '../../../ui/TestPaymentsNote';
import { useCloseOnBack } from '../../../ui/useCloseOnBack';
import type { BankDialogProps } from './paymentForm';
import { callTestProvider } from './testPayments';

const actions = { '& > *': { flex: '1 1 9rem' } } as const;

/** Stands in for a bank's confirmation. Closing it neither confirms nor rejects. */
export function TestBankDialog({ payment, total, onAnswered, onClose }: BankDialogProps) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  useCloseOnBack(true, onClose);

  async function answer(isConfirmed: boolean): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    await callTestProvider(payment.id, 'bank', { clientSecret: payment.clientSecret, isConfirmed });
    onAnswered();
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>Test bank</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <TestPaymentsNote />
        <Typography sx={{ mt: 2 }}>
          Kiosk asks to take <b>{total}</b> from your test card.
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          A real bank would ask for a code here. Closing this keeps your checkout; go on from the cart.
        </Typography>
      </DialogContent>
      <DialogActions sx={actions}>
        <Button variant="ink" onClick={() => void answer(false)}>
          Refuse
        </Button>
        <Button autoFocus aria-busy={isAsking} onClick={() => void answer(true)}>
          Confirm
        </Button>
      </DialogActions>
    </Dialog>
  );
}
