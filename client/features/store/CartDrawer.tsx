import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { pluralize } from '../../lib/pluralize';
import { formatMoney } from '../../lib/money';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { EmptyState } from '../../ui/EmptyState';
import { SideDrawer } from '../../ui/SideDrawer';
import { SvgIcon } from '../../ui/SvgIcon';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { CartList, CartSkeleton } from './CartList';
import { buyableCents, cartTotal } from './cartTotal';
import { amountToFreeShipping } from './freeShipping';
import { ShippingMeter } from './ShippingMeter';
import { storeIcons } from './storeIcons';
import type { Cart } from './useCart';
import { useCartActions } from './useCartActions';

const meter = {
  m: { xs: '0 18px 16px', sm: '0 28px 16px' },
  p: '14px 16px',
  borderRadius: '10px',
  bgcolor: 'background.sunken',
};

interface Props {
  cart: Cart;
  /** The free shipping limit in cents; undefined: none, or unknown. */
  freeAbove: number | undefined;
  open: boolean;
  onClose: () => void;
}

export function CartDrawer({ cart, freeAbove, open, onClose }: Props) {
  const lines = cart.lines ?? [];
  const total = cartTotal(lines);
  const buyable = buyableCents(lines);
  const actions = useCartActions(cart.shopper);
  const loading = cart.loading || actions.refreshing;
  const isKnown = cart.lines !== undefined || (!cart.shopper && !loading);
  return (
    <SideDrawer
      open={open}
      side="right"
      title="Shopping Cart"
      onClose={onClose}
      actions={
        <Button variant="link" onClick={() => void actions.refresh()}>
          <SvgIcon lines={storeIcons.refresh} size={16} />
          Refresh
        </Button>
      }
    >
      <Typography
        variant="dense"
        component="p"
        role="status"
        color="textSecondary"
        sx={{ minHeight: rem(24), px: { xs: 2.25, sm: 3.5 } }}
      >
        {loading && 'Loading...'}
        {!loading && lines.length > 0 && pluralize(lines.length, 'item')}
      </Typography>
      {cart.error && (
        <Box sx={{ m: { xs: '12px 18px', sm: '12px 28px' } }}>
          <ErrorAlert sentence={cart.error} />
        </Box>
      )}
      {loading && !cart.lines && <CartSkeleton />}
      {cart.error && !loading && (
        <EmptyState title="What you have added is kept.">
          <Button variant="ink" onClick={() => void actions.refresh()}>
            Try again
          </Button>
        </EmptyState>
      )}
      <CartList cart={cart} actions={actions} onClose={onClose} />
      <Box sx={{ flex: 'none', mt: 'auto', pt: 2 }}>
        {lines.length > 0 && freeAbove !== undefined && (
          <Box data-testid="free-shipping" sx={meter}>
            <ShippingMeter subtotal={buyable} missing={amountToFreeShipping(buyable, freeAbove)} above={freeAbove} />
          </Box>
        )}
        <CartSum total={isKnown ? total : undefined} loading={loading} onClose={onClose} />
      </Box>
    </SideDrawer>
  );
}

const sum = { gap: 2, p: { xs: '14px 18px 20px', sm: '18px 28px 26px' }, borderTop: 1, borderColor: 'divider' };

/** Until the cart is loaded there is no total, and no checkout. */
function CartSum({ total, loading, onClose }: { total: number | undefined; loading: boolean; onClose: () => void }) {
  const checkout = { fullWidth: true, size: 'large', children: 'Checkout' } as const;
  return (
    <Stack sx={sum}>
      <Typography
        variant="h6"
        component="p"
        sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}
      >
        <span>Total</span>
        <Typography variant="price" data-testid="cart-total" sx={{ fontSize: 'brand.fontSize' }}>
          {total === undefined ? <NoTotal loading={loading} /> : formatMoney(total)}
        </Typography>
      </Typography>
      {total === undefined ? (
        <Button {...checkout} disabled />
      ) : (
        <Button {...checkout} component={Link} to="/dashboard/userProduct" onClick={onClose} />
      )}
      <Button variant="link" component={Link} to="/cart" onClick={onClose}>
        View cart
      </Button>
    </Stack>
  );
}

function NoTotal({ loading }: { loading: boolean }) {
  return (
    <>
      {loading ? <Skeleton component="span" width={rem(96)} height={rem(26)} /> : <span aria-hidden="true">–</span>}
      <VisuallyHidden>not known yet</VisuallyHidden>
    </>
  );
}
