import type { ApolloCache, ApolloClient } from '@apollo/client';
import { CartDocument, type CartLineFragment } from '../../__generated__/operations';

export type CartLine = CartLineFragment & { __typename?: 'StoreEntry' };

export interface Shopper {
  client: ApolloClient;
  email: string;
}

let revision = 0;

/** Updates the cached cart; does nothing before it is loaded. */
export function updateCart(
  cache: ApolloCache,
  email: string,
  change: (lines: readonly CartLine[]) => readonly CartLine[],
): void {
  revision += 1;
  cache.updateQuery({ query: CartDocument, variables: { email } }, (data) =>
    data ? { cart: [...change(data.cart)] } : undefined,
  );
}

export const isCartLoaded = (client: ApolloClient, email: string): boolean =>
  client.readQuery({ query: CartDocument, variables: { email } }) !== null;

let layerCount = 0;

/**
 * Puts lines that were added before the cart was loaded into it: removing an empty optimistic layer makes Apollo rebuild the
 * optimistic layers above it.
 */
export function rebuildWhenLoaded(client: ApolloClient, email: string): () => void {
  if (isCartLoaded(client, email)) return () => undefined;
  layerCount += 1;
  const layer = `before-cart-${layerCount}`;
  const { cache } = client;
  cache.recordOptimisticTransaction(() => undefined, layer);
  let stop: () => void = () => undefined;
  const end = () => {
    stop();
    stop = () => undefined;
    cache.removeOptimistic(layer);
  };
  stop = cache.watch({
    query: CartDocument,
    variables: { email },
    optimistic: false,
    callback: ({ complete }) => {
      if (complete) queueMicrotask(end);
    },
  });
  return end;
}

/** Refetches once more if an Add or a removal has happened meanwhile. */
export async function loadCart(client: ApolloClient, email: string): Promise<void> {
  const before = revision;
  const fetchCart = () =>
    client.query({
      query: CartDocument,
      variables: { email },
      fetchPolicy: 'network-only',
      context: { queryDeduplication: false },
    });
  await fetchCart();
  if (revision !== before) await fetchCart();
}
