import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { CartDocument } from '../../__generated__/operations';
import { logFailure } from '../../lib/logFailure';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { type CartLine, loadCart, type Shopper } from './cartCache';
import { onCartChangedElsewhere } from './cartChannel';

export interface Cart {
  /** Whose; undefined for anonymous visitors, for whom nothing is sent. */
  shopper: Shopper | undefined;
  /** Undefined until the list has loaded. */
  lines: readonly CartLine[] | undefined;
  loading: boolean;
  error: string | undefined;
  /** Finds out who is here, if that is not known yet. */
  ask(): void;
}

/** The list is asked for when the user becomes known and on Refresh (M50); Adds and removals change it in the cache. */
export function useCart(): Cart {
  const { status, user, known } = useSession();
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
    ask: () => void known(),
  };
}
