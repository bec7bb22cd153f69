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

/** Navigates from a placed checkout to its order; the purchased lines have left the cart. */
export function useShowOrder() {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const email = user?.email;
  const listenToCart = useMemo(
    () => (email === undefined ? undefined : (act: () => void) => onCartChangedElsewhere(email, act)),
    [email],
  );

  /** Notifies the badge and other tabs. */
  function notifyCart(): void {
    if (!user) return;
    announceCartChange(user.email);
    loadCart(client, user.email).catch((error: unknown) => logFailure('Failed to refresh the cart', error));
  }

  function showOrder({ id, orderNumber }: Checkout): void {
    if (orderNumber === null) return;
    notifyCart();
    // Nobody is redirected after leaving the checkout, or its return from a bank.
    if (!window.location.pathname.startsWith(`/checkout/${id}`)) return;
    void navigate(orderPath(orderNumber, recallCheckout(id).token), { replace: true, state: { isPlaced: true } });
  }

  return { notifyCart, listenToCart, showOrder };
}
