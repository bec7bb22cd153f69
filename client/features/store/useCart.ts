import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useCartQuery } from '../../__generated__/operations';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { type CartLine, loadCart } from './cartCache';
import { type RemovedLine, useRemovedLines } from './removedLines';
import { cartRefreshFailed, removeFromStore, undoRemoval } from './storeActions';

export interface Cart {
  /** Undefined until the list has loaded; anonymous visitors have none, and nothing is sent for them. */
  lines: readonly CartLine[] | undefined;
  signedIn: boolean;
  loading: boolean;
  error: string | undefined;
  removed: readonly RemovedLine[];
  /** Finds out who is here, if that is not known yet. */
  ask(): void;
  refresh(): Promise<void>;
  remove(line: CartLine): void;
  undo(entry: RemovedLine): void;
}

/** The list is asked for when the user becomes known and on Refresh (M50); Adds and removals change it in the cache. */
export function useCart(): Cart {
  const { status, user, known } = useSession();
  const client = useApolloClient();
  const email = user?.email ?? '';
  const { data, loading, error } = useCartQuery({ variables: { email }, skip: email === '' });
  const [refreshing, setRefreshing] = useState(false);
  const removed = useRemovedLines();

  async function refresh() {
    if (email === '' || refreshing) return;
    setRefreshing(true);
    await loadCart(client, email).catch(cartRefreshFailed);
    setRefreshing(false);
  }

  return {
    lines: email === '' ? undefined : data?.cart,
    signedIn: email !== '',
    loading: status === 'loading' || loading || refreshing,
    error: error && !data ? serverMessage(error, 'Failed to load products') : undefined,
    removed: removed.filter((entry) => entry.email === email),
    ask: () => void known(),
    refresh,
    remove: (line) => void removeFromStore({ client, email }, line),
    undo: (entry) => void undoRemoval({ client, email }, entry),
  };
}
