import type { ApolloClient } from '@apollo/client';
import { ProductDocument } from '../../__generated__/operations';

/** Refetches a product; evicts it from the lists if it is gone. */
export async function refreshProduct(client: ApolloClient, { id, slug }: { id?: string; slug: string }): Promise<void> {
  const { data } = await client.query({ query: ProductDocument, variables: { slug }, fetchPolicy: 'network-only' });
  if (!data || data.product || id === undefined) return;
  client.cache.evict({ id: client.cache.identify({ __typename: 'Product', id }) ?? '' });
  client.cache.gc();
}
