import type { ApolloCache, ApolloClient, Reference } from '@apollo/client';
import { DeleteStoreItemDocument } from '../../__generated__/operations';
import { changeCart } from './cartCache';
import type { Item } from './useItemPages';

interface CachedPage {
  nodes: readonly Reference[];
  totalCount: number;
}

/** Every list that the item stands in counts one more, or one less. */
function recount(cache: ApolloCache, item: Pick<Item, '__typename' | 'id'>, by: 1 | -1): void {
  const id = cache.identify(item);
  cache.modify({
    fields: {
      storeItems: (page) => {
        const { nodes, totalCount } = page as unknown as CachedPage;
        return nodes.some((node) => node.__ref === id) ? { ...(page as object), totalCount: totalCount + by } : page;
      },
    },
  });
}

/** Out of every list at once. The lists keep its place, to which it comes back when it is restored. */
export function dropItem(cache: ApolloCache, item: Pick<Item, '__typename' | 'id' | 'email'>): void {
  recount(cache, item, -1);
  if (item.__typename === 'StoreEntry' && item.email) {
    changeCart(cache, item.email, (lines) => lines.filter(({ id }) => id !== item.id));
  }
  const id = cache.identify(item);
  if (id) cache.evict({ id });
}

export async function deleteItem(client: ApolloClient, item: Item): Promise<void> {
  await client.mutate({
    mutation: DeleteStoreItemDocument,
    variables: { input: { id: item.id } },
    update: (cache) => dropItem(cache, item),
  });
}
