import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';
import { usePaymentProvider } from '../../session/usePaymentProvider';
import { BuyingClosed } from '../../ui/BuyingClosed';
import { Link } from '../../ui/Link';
import { ShippingMeter } from './ShippingMeter';
import { type CartSummary, tooLargeProblem } from './useCartSummary';

interface Props {
  summary: CartSummary;
  onCheckout: () => void;
}

const row = { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 } as const;
const box = { position: { md: 'sticky' }, top: { md: 96 }, gap: 1.75, boxShadow: 1, borderColor: 'transparent' };

export function CartTotals({ summary, onCheckout }: Props) {
  const { lines, subtotal, amountToFreeShipping } = summary;
  const isClosed = usePaymentProvider() === 'none';
  const marked = lines.filter(({ problem }) => problem).length;
  const counted = lines.reduce((sum, { problem, quantity }) => (problem ? sum : sum + quantity), 0);
  const tooLarge = tooLargeProblem(summary);
  return (
    <Paper variant="panel" component="section" aria-labelledby="cart-summary" sx={box}>
      <Typography variant="h4" component="h2" id="cart-summary">
        Summary
      </Typography>
      {marked > 0 && (
        <Typography color="textSecondary" sx={row}>
          <span>{pluralize(marked, 'marked line')}</span> <span>not counted yet</span>
        </Typography>
      )}
      <Typography color="textSecondary" sx={row}>
        <span>Tax</span> <span>at checkout</span>
      </Typography>
      {amountToFreeShipping && (
        <Box sx={{ p: '14px 16px', borderRadius: '10px', bgcolor: 'background.sunken' }}>
          <ShippingMeter subtotal={subtotal.amount} missing={amountToFreeShipping.amount} />
        </Box>
      )}
      <Typography variant="h6" component="p" sx={{ ...row, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
        <span>Subtotal, {pluralize(counted, 'item')}</span>
        <Typography variant="price" data-testid="cart-subtotal" sx={{ fontSize: 'h3.fontSize' }}>
          {formatCents(subtotal.amount)}
        </Typography>
      </Typography>
      {isClosed && <BuyingClosed />}
      {tooLarge && (
        <Stack sx={{ gap: 1 }}>
          <Typography role="alert">{tooLarge.message}</Typography>
          <Link to="/contact" color="primary">
            Contact us
          </Link>
        </Stack>
      )}
      {!tooLarge && !isClosed && (
        <Button size="large" fullWidth onClick={onCheckout}>
          Checkout
        </Button>
      )}
      {marked > 0 && !tooLarge && !isClosed && (
        <Typography variant="caption" color="textSecondary">
          Checkout leads you to the marked lines first.
        </Typography>
      )}
    </Paper>
  );
}
