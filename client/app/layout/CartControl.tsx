import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { keyframes } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useAddToStore } from '../../features/store/useAddToStore';
import { useCart } from '../../features/store/useCart';
import { cancelPendingAddUnlessSigningIn, takePendingAdd } from '../../features/store/pendingAdd';
import { pluralize } from '../../lib/pluralize';
import { lazyModule } from '../../lib/lazyModule';
import { Count } from '../../ui/Count';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

const drawer = lazyModule(() => import('./ShopCartDrawer'));
const CartDrawer = lazyComponent(drawer, 'ShopCartDrawer', {
  title: 'The cart',
  overlay: ({ open, onClose }) => ({ isOpen: open, close: onClose }),
});

/** Announced on changes of the count, not on its first load. */
function useAnnouncement(count: number | undefined): string {
  const [last, setLast] = useState({ count, words: '' });
  if (count !== last.count) {
    setLast({
      count,
      words: count === undefined || last.count === undefined ? '' : `Cart: ${pluralize(count, 'item')}`,
    });
  }
  return last.words;
}

/** Completes an Add pressed before signing in. */
function useCompletePendingAdd(here: string, isSignedIn: boolean): void {
  const { add } = useAddToStore();
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const pendingAdd = isSignedIn ? takePendingAdd() : undefined;
    if (pendingAdd) void latest.current(pendingAdd);
    cancelPendingAddUnlessSigningIn(here.replace(/\?.*/, ''));
  }, [here, isSignedIn]);
}

const land = keyframes({ from: { opacity: 0, transform: 'translateY(-12px) scale(1.5)' } });
const settled = { position: 'absolute', top: 3, right: 0, outline: '2px solid', outlineColor: 'background.default' };
/** After an Add. */
const landed = { ...settled, animation: `${land} 0.35s cubic-bezier(0.3, 1.6, 0.5, 1)` };

/** The cart button with its badge, and the drawer behind it. */
export function CartControl({ here }: { here: string }) {
  const cart = useCart();
  useCompletePendingAdd(here, cart.shopper !== undefined);
  const count = cart.lines?.length;
  const announcement = useAnnouncement(count);
  // Open on the current location only: any navigation closes it.
  const [openAt, setOpenAt] = useState<string>();

  return (
    <Box sx={{ mx: { md: -1.25 } }}>
      <IconButton
        aria-label={count ? `Cart, ${pluralize(count, 'item')}` : 'Cart'}
        aria-haspopup="dialog"
        aria-expanded={openAt === here}
        onPointerEnter={drawer.prefetch}
        onFocus={drawer.prefetch}
        onClick={() => {
          setOpenAt(here);
          cart.loadSession();
        }}
      >
        <Icon name="cart" size={23} />
        {count ? (
          <Count key={count} data-testid="cart-count" sx={announcement ? landed : settled}>
            {count}
          </Count>
        ) : null}
      </IconButton>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {openAt !== undefined && <CartDrawer cart={cart} open={openAt === here} onClose={() => setOpenAt('')} />}
    </Box>
  );
}
