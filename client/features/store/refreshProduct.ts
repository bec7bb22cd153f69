import type { ApolloClient } from '@apollo/client';
import { ProductByIdDocument } from '../../__generated__/lazyOperations';

/** Refetches a product, whatever its slug is now; evicts it from the lists if it is gone. */
export async function refreshProduct(client: ApolloClient, id: string): Promise<void> {
  const { data } = await client.query({ query: ProductByIdDocument, variables: { id }, fetchPolicy: 'network-only' });
  if (!data || data.product) return;
  client.cache.evict({ id: client.cache.identify({ __typename: 'Product', id }) ?? '' });
  client.cache.gc();
}
