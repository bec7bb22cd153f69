import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatTime } from '../../lib/formatDay';
import { SvgIcon } from '../../ui/SvgIcon';
import { storeIcons } from './storeIcons';
import type { CartSummary } from './useCartSummary';

type Waiting = NonNullable<CartSummary['unfinishedCheckout']>;

const isRefunding = ({ status }: Waiting): boolean => status === 'REFUNDING';

function reasonOf(checkout: Waiting): string {
  const { status, payment } = checkout;
  if (isRefunding(checkout)) return 'It was sold out while you were paying, and your money goes back in full';
  if (status === 'ACTION_REQUIRED' || payment?.result === 'PENDING') return 'The bank has not confirmed yet';
  if (payment?.result === 'UNKNOWN') return 'The payment service has not answered yet';
  if (payment?.result === 'DECLINED') return 'The card was declined, nothing was charged';
  return 'It is not paid yet';
}

const strip = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  mb: 3.5,
  p: '12px 16px',
  '& p': { flex: '1 1 16rem' },
} as const;

/** A started and unfinished checkout: the bank has to confirm, the provider is down, or the window was closed. */
export function WaitingCheckout({ checkout }: { checkout: Waiting }) {
  const { id, heldUntil } = checkout;
  const refunding = isRefunding(checkout);
  return (
    <Paper variant="outlined" component="section" aria-label="Your checkout" sx={strip}>
      <SvgIcon lines={storeIcons.clock} />
      <Typography variant="body2">
        <b>{refunding ? 'Your purchase was not placed.' : 'Your checkout is waiting.'}</b> {reasonOf(checkout)}
        {heldUntil !== null && `; held for you until ${formatTime(heldUntil)}`}.
      </Typography>
      <Button variant="ink" component={Link} to={`/checkout/${id}`}>
        {refunding ? 'Look at it' : 'Continue checkout'}
      </Button>
    </Paper>
  );
}
