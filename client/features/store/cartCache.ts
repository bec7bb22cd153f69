import type { ApolloCache, ApolloClient } from '@apollo/client';
import { CartDocument, type CartLineFragment } from '../../__generated__/operations';

export type CartLine = CartLineFragment & { __typename?: 'StoreEntry' };

export interface Shopper {
  client: ApolloClient;
  email: string;
}

let changes = 0;

/** Changes the list as it stands in the cache; before it has loaded there is nothing to change. */
export function changeCart(
  cache: ApolloCache,
  email: string,
  change: (lines: readonly CartLine[]) => readonly CartLine[],
): void {
  changes += 1;
  cache.updateQuery({ query: CartDocument, variables: { email } }, (data) =>
    data ? { cart: [...change(data.cart)] } : undefined,
  );
}

export const isCartLoaded = (client: ApolloClient, email: string): boolean =>
  client.readQuery({ query: CartDocument, variables: { email } }) !== null;

let waiting = 0;

/**
 * What is added before the list has loaded is put into it when it comes: taking away an empty layer below makes Apollo
 * build the optimistic ones above it anew.
 */
export function rebuildWhenLoaded(client: ApolloClient, email: string): () => void {
  if (isCartLoaded(client, email)) return () => undefined;
  waiting += 1;
  const layer = `before-cart-${waiting}`;
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

/** Asks for the list. An answer that an Add or a removal has overtaken is asked for once more. */
export async function loadCart(client: ApolloClient, email: string): Promise<void> {
  const before = changes;
  const ask = () =>
    client.query({
      query: CartDocument,
      variables: { email },
      fetchPolicy: 'network-only',
      context: { queryDeduplication: false },
    });
  await ask();
  if (changes !== before) await ask();
}
