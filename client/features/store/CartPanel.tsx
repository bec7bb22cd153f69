import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';
import { usePaymentProvider } from '../../session/usePaymentProvider';
import { rem } from '../../theme/typography';
import { BuyingClosed } from '../../ui/BuyingClosed';
import { LoadFailure } from '../../ui/LoadFailure';
import { Thumbnail } from '../../ui/Thumbnail';
import { ShippingMeter } from './ShippingMeter';
import { tooLargeProblem, useCartSummary } from './useCartSummary';

const panel = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2.25,
  mb: 3,
  p: 2,
  borderColor: 'transparent',
  boxShadow: 1,
} as const;

const viewCart = (
  <Button variant="ink" component={Link} to="/cart">
    View cart
  </Button>
);

/** Continues the drawer's Checkout after the sign-in. An empty cart has none. */
export function CartPanel({ email }: { email: string }) {
  const { summary, error, refresh } = useCartSummary(email);
  const isClosed = usePaymentProvider() === 'none';
  if (error !== undefined)
    return (
      <Paper variant="panel" component="section" aria-label="Your cart" sx={panel}>
        <LoadFailure sentence={error} onRetry={refresh} />
        <Box sx={{ ml: { sm: 'auto' } }}>{viewCart}</Box>
      </Paper>
    );
  if (!summary || summary.pieces === 0) return null;
  const { lines, pieces, subtotal, amountToFreeShipping } = summary;
  const tooLarge = tooLargeProblem(summary);
  return (
    <Paper variant="panel" component="section" aria-labelledby="cart-panel" sx={panel}>
      <Thumbnail photo={lines[0]?.picture ?? undefined} size={72} />
      <Box sx={{ flex: '1 1 14rem', maxWidth: { sm: rem(340) } }}>
        <Typography variant="h4" component="p" id="cart-panel">
          Your cart: {pluralize(pieces, 'item')}, {formatCents(subtotal.amount)}
        </Typography>
        {tooLarge && <Typography>{tooLarge.message}</Typography>}
        {amountToFreeShipping && <ShippingMeter subtotal={subtotal.amount} missing={amountToFreeShipping.amount} />}
      </Box>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ flex: { xs: '1 0 100%', sm: 'none' }, gap: 1.5, ml: { sm: 'auto' } }}
      >
        {viewCart}
        {isClosed && <BuyingClosed />}
        {!tooLarge && !isClosed && (
          <Button component={Link} to="/checkout">
            Go to checkout
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
