import type { ApolloCache, ApolloClient, Reference } from '@apollo/client';
import type { Item } from './useItemPages';

type ItemKey = Pick<Item, '__typename' | 'id'>;

interface CachedPage {
  nodes: readonly Reference[];
  totalCount: number;
}

/** Every list that the item stands in counts one more, or one less. */
export function recount(cache: ApolloCache, item: ItemKey, by: 1 | -1): void {
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
export function dropFromLists(cache: ApolloCache, item: ItemKey): void {
  recount(cache, item, -1);
  const id = cache.identify(item);
  if (id) cache.evict({ id });
}

/** Lists that were read while an item was gone do not keep its place. */
export async function refetchLists(client: ApolloClient): Promise<void> {
  await client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => queryName === 'StoreItems' });
}
