import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { CartDocument } from '../../__generated__/operations';
import { logFailure } from '../../lib/logFailure';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { type CartLine, loadCart, type Shopper } from './cartCache';
import { onCartChangedElsewhere } from './cartChannel';

export interface Cart {
  /** Undefined for anonymous users, for whom nothing is sent. */
  shopper: Shopper | undefined;
  /** Undefined while loading. */
  lines: readonly CartLine[] | undefined;
  loading: boolean;
  error: string | undefined;
  /** Loads the session now, if it is still unknown. */
  loadSession(): void;
}

/** Fetched when the user is known and on Refresh (M50); Adds and removals update the cache. */
export function useCart(): Cart {
  const { status, user, whenKnown } = useSession();
  const client = useApolloClient();
  const email = user?.email ?? '';
  const { data, loading, error } = useQuery(CartDocument, { variables: { email }, skip: email === '' });
  useEffect(() => {
    if (email === '') return undefined;
    return onCartChangedElsewhere(email, () => {
      loadCart(client, email).catch((failed: unknown) => logFailure('Failed to refresh the cart', failed));
    });
  }, [client, email]);
  return {
    shopper: email === '' ? undefined : { client, email },
    lines: email === '' ? undefined : data?.cart,
    loading: status === 'loading' || loading,
    error: error && !data ? serverMessage(error, 'Failed to load products') : undefined,
    loadSession: () => void whenKnown(),
  };
}
