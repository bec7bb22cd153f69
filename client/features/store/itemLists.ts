import type { ApolloCache, ApolloClient, Reference } from '@apollo/client';
import type { Item } from './useItemPages';

type ItemKey = Pick<Item, '__typename' | 'id'>;

interface CachedPage {
  nodes: readonly Reference[];
  totalCount: number;
}

/** Adjusts the total of every cached list that contains the item. */
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

/** Evicts the item. Lists keep the dangling reference, so that a restored item is back in its place. */
export function dropFromLists(cache: ApolloCache, item: ItemKey): void {
  recount(cache, item, -1);
  const id = cache.identify(item);
  if (id) cache.evict({ id });
}

/** Lists that were fetched while an item was deleted lack the reference. */
export async function refetchLists(client: ApolloClient): Promise<void> {
  await client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => queryName === 'StoreItems' });
}
