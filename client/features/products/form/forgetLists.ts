import type { ApolloCache } from '@apollo/client';

/** Cached lists and counts are outdated after a change of a product. */
export function forgetLists(cache: ApolloCache): void {
  for (const fieldName of ['products', 'product', 'storeItems', 'counts']) cache.evict({ id: 'ROOT_QUERY', fieldName });
}
