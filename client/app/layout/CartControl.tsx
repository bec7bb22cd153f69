import { lazy, Suspense, useState } from 'react';
import { useCart } from '../../features/store/useCart';
import { Icon } from '../../ui/Icon';

const loadDrawer = () => import('../../features/store/CartDrawer');
const CartDrawer = lazy(() => loadDrawer().then((drawer) => ({ default: drawer.CartDrawer })));

const countWords = (count: number) => (count === 1 ? '1 item' : `${count} items`);

/** What a screen reader is told when the count changes; nothing when it becomes known. */
function useAnnouncement(count: number | undefined): string {
  const [last, setLast] = useState({ count, words: '' });
  if (count !== last.count) {
    setLast({ count, words: count === undefined || last.count === undefined ? '' : `Cart: ${countWords(count)}` });
  }
  return last.words;
}

/** The cart button with its badge, and the drawer behind it. */
export function CartControl({ here }: { here: string }) {
  const cart = useCart();
  const count = cart.lines?.length;
  const announcement = useAnnouncement(count);
  // Open on this very page: going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();

  return (
    <div className="cart-control">
      <button
        type="button"
        className="icon-button"
        aria-label={count ? `Cart, ${countWords(count)}` : 'Cart'}
        aria-haspopup="dialog"
        aria-expanded={openAt === here}
        onPointerEnter={() => void loadDrawer()}
        onFocus={() => void loadDrawer()}
        onClick={() => {
          setOpenAt(here);
          cart.ask();
        }}
      >
        <Icon name="cart" />
        {count !== undefined && count > 0 && (
          <span key={count} className={announcement ? 'badge landed' : 'badge'}>
            {count}
          </span>
        )}
      </button>
      <span className="hidden-words" role="status">
        {announcement}
      </span>
      {openAt !== undefined && (
        <Suspense fallback={null}>
          <CartDrawer cart={cart} open={openAt === here} onClose={() => setOpenAt('')} />
        </Suspense>
      )}
    </div>
  );
}
