import type { ApolloCache, ApolloClient } from '@apollo/client';
import { DeleteStoreItemDocument } from '../../__generated__/lazyOperations';
import { updateCart } from './cartCache';
import { announceCartChange } from './cartChannel';
import { dropFromLists } from './itemLists';
import type { Item } from './useItemPages';

export function dropItem(cache: ApolloCache, item: Pick<Item, '__typename' | 'id' | 'email'>): void {
  if (item.__typename === 'StoreEntry' && item.email) {
    updateCart(cache, item.email, (lines) => lines.filter(({ id }) => id !== item.id));
  }
  dropFromLists(cache, item);
}

export async function deleteItem(client: ApolloClient, item: Item): Promise<void> {
  await client.mutate({
    mutation: DeleteStoreItemDocument,
    variables: { input: { id: item.id } },
    update: (cache) => dropItem(cache, item),
  });
  if (item.__typename === 'StoreEntry' && item.email) announceCartChange(item.email);
}
