import type { ApolloCache, ApolloClient } from '@apollo/client';
import { DeleteStoreItemDocument } from '../../__generated__/lazyOperations';
import { RestoreStoreItemDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { refusalOf } from '../../lib/refusal';
import { serverMessage } from '../../lib/serverMessage';
import { changeCart, isCartLoaded, loadCart } from './cartCache';
import { announceCartChange } from './cartChannel';
import { dropFromLists, recount, refetchLists } from './itemLists';
import { endUndo, startUndo } from './undoOffers';
import type { Item } from './useItemPages';

export function dropItem(cache: ApolloCache, item: Pick<Item, '__typename' | 'id' | 'email'>): void {
  if (item.__typename === 'StoreEntry' && item.email) {
    changeCart(cache, item.email, (lines) => lines.filter(({ id }) => id !== item.id));
  }
  dropFromLists(cache, item);
}

export async function deleteItem(client: ApolloClient, item: Item): Promise<void> {
  await client.mutate({
    mutation: DeleteStoreItemDocument,
    variables: { input: { id: item.id } },
    update: (cache) => dropItem(cache, item),
  });
  announceIfCart(item);
}

function announceIfCart({ __typename, email }: Pick<Item, '__typename' | 'email'>): void {
  if (__typename === 'StoreEntry' && email) announceCartChange(email);
}

async function restoreItem(client: ApolloClient, id: string): Promise<void> {
  const { data } = await client.mutate({
    mutation: RestoreStoreItemDocument,
    variables: { input: { id } },
    update: (cache, { data: answer }) => answer && recount(cache, answer.restoreStoreItem.storeItem, 1),
  });
  const item = data?.restoreStoreItem.storeItem;
  if (item) announceIfCart(item);
  if (item?.__typename === 'StoreEntry' && item.email && isCartLoaded(client, item.email)) {
    await loadCart(client, item.email).catch((error: unknown) => logFailure('Failed to refresh the cart', error));
  }
}

/** Brings back what one deletion took, one by one; answers how many came. */
export async function undoDeletion(client: ApolloClient, key: string): Promise<number> {
  const offer = startUndo(key);
  if (!offer) return 0;
  const left = new Set(offer.items);
  let problem: string | undefined;
  for (const item of offer.items) {
    try {
      await restoreItem(client, item.id);
      left.delete(item);
    } catch (error) {
      problem ??= `"${item.name}": ${serverMessage(error, 'it could not be restored.')}`;
      // Whoever cannot be reached is not asked for each of the others too.
      if (!refusalOf(error)) break;
    }
  }
  endUndo(key, [...left], problem);
  await refetchLists(client);
  return offer.items.length - left.size;
}
