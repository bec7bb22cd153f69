import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Checkout } from '../features/checkout/checkoutApi';
import { recallCheckout } from '../features/checkout/checkoutMemory';
import { loadCart } from '../features/store/cartCache';
import { announceCartChange, onCartChangedElsewhere } from '../features/store/cartChannel';
import { logFailure } from '../lib/logFailure';
import { orderPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';

/** From a checkout that is placed to its order; what was in the cart has left it. */
export function useShowOrder() {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const email = user?.email;
  const listenToCart = useMemo(
    () => (email === undefined ? undefined : (act: () => void) => onCartChangedElsewhere(email, act)),
    [email],
  );

  /** The badge, and other tabs. */
  function notifyCart(): void {
    if (!user) return;
    announceCartChange(user.email);
    loadCart(client, user.email).catch((error: unknown) => logFailure('Failed to refresh the cart', error));
  }

  function showOrder({ id, orderNumber }: Checkout): void {
    if (orderNumber === null) return;
    notifyCart();
    void navigate(orderPath(orderNumber, recallCheckout(id).token), { replace: true, state: { isPlaced: true } });
  }

  return { notifyCart, listenToCart, showOrder };
}
