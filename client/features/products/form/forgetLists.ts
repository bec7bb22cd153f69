import type { ApolloCache } from '@apollo/client';

/** Lists and counts that were read before do not know the product as it is now. */
export function forgetLists(cache: ApolloCache): void {
  for (const fieldName of ['products', 'product', 'storeItems', 'counts']) cache.evict({ id: 'ROOT_QUERY', fieldName });
}
