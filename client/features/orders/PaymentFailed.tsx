import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { formatCard } from '../../lib/formatCard';
import { formatCents } from '../../lib/money';
import type { Order } from './orderStatusLabels';

/** Only the shop can retry the same card; another card requires a new order. */
export function PaymentFailed({ order }: { order: Order }) {
  const { paymentStatus, status, total, number, canCancel } = order;
  if (paymentStatus !== 'FAILED' || status === 'CANCELLED') return null;
  return (
    <Alert severity="error">
      <b>Your bank refused {formatCents(total.amount)}.</b> Nothing was charged, and nothing is sent before it is paid.
      <Typography variant="body2" sx={{ my: 1 }}>
        Once {formatCard(order)} works again, ask us to try it once more: name order {number}. To pay with another card,
        buy it again{canCancel && ' and cancel this order'}.
      </Typography>
      <Button component={RouterLink} to="/contact" variant="ink" size="small">
        Ask us to try again
      </Button>
    </Alert>
  );
}
