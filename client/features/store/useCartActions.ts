import { useState } from 'react';
import { type CartLine, loadCart, type Shopper } from './cartCache';
import { cartRefreshFailed, removeFromStore, undoRemoval } from './storeActions';
import { useUndoOffers } from './undoOffers';

export function useCartActions(shopper: Shopper | undefined) {
  const [refreshing, setRefreshing] = useState(false);
  const offers = useUndoOffers(shopper?.email);

  async function refresh() {
    if (!shopper || refreshing) return;
    setRefreshing(true);
    await loadCart(shopper.client, shopper.email).catch(cartRefreshFailed);
    setRefreshing(false);
  }

  return {
    refreshing,
    refresh,
    offers: offers.filter(({ removed, isPending }) => removed && !isPending),
    remove: (line: CartLine) => {
      if (shopper) void removeFromStore(shopper, line);
    },
    undo: (key: string) => {
      if (shopper) void undoRemoval(shopper, key);
    },
  };
}
