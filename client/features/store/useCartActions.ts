import { useState } from 'react';
import { type CartLine, loadCart, type Shopper } from './cartCache';
import { type RemovedLine, useRemovedLines } from './removedLines';
import { cartRefreshFailed, removeFromStore, undoRemoval } from './storeActions';

/** What the drawer does with the list. */
export function useCartActions(shopper: Shopper | undefined) {
  const [refreshing, setRefreshing] = useState(false);
  const removed = useRemovedLines();

  async function refresh() {
    if (!shopper || refreshing) return;
    setRefreshing(true);
    await loadCart(shopper.client, shopper.email).catch(cartRefreshFailed);
    setRefreshing(false);
  }

  return {
    refreshing,
    refresh,
    removed: removed.filter(({ email }) => email === shopper?.email),
    remove: (line: CartLine) => {
      if (shopper) void removeFromStore(shopper, line);
    },
    undo: (entry: RemovedLine) => {
      if (shopper) void undoRemoval(shopper, entry);
    },
  };
}
