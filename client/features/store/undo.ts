import type { ApolloClient } from '@apollo/client';
import { RestoreStoreItemDocument, type RestoreStoreItemResult } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { updateCart } from './cartCache';
import { announceCartChange } from './cartChannel';
import { insertionIndex, pendingId, withLine } from './cartLines';
import { recount, refetchLists } from './itemLists';
import { type DeletedItem, endUndo, startUndo, type UndoOffer } from './undoOffers';

type Restored = RestoreStoreItemResult['restoreStoreItem']['storeItem'];

/** The cart shows its line at once; of a table's row too little is known. */
function optimisticRestore({ email, removed }: UndoOffer): { optimisticResponse?: RestoreStoreItemResult } {
  if (!removed) return {};
  const storeItem = {
    ...removed.line,
    __typename: 'StoreEntry' as const,
    id: pendingId(),
    email,
    ownerId: null,
    discount: 0,
    inStock: true,
    status: 'ACTIVE' as const,
  };
  return {
    optimisticResponse: {
      restoreStoreItem: { __typename: 'RestoreStoreItemPayload', storeItem },
    } as RestoreStoreItemResult,
  };
}

/** An admin's table also restores entries of other people's carts. */
const cartOwner = ({ email, removed }: UndoOffer, restored: Restored) => (removed ? email : restored.email);

async function restoreItem(client: ApolloClient, offer: UndoOffer, { id }: DeletedItem): Promise<void> {
  const { data } = await client.mutate({
    mutation: RestoreStoreItemDocument,
    variables: { input: { id } },
    ...optimisticRestore(offer),
    update: (cache, { data: result }) => {
      const restored = result?.restoreStoreItem.storeItem;
      if (!restored) return;
      recount(cache, restored, 1);
      const owner = cartOwner(offer, restored);
      if (restored.__typename !== 'StoreEntry' || !owner) return;
      updateCart(cache, owner, (lines) => withLine(lines, restored, insertionIndex(restored, lines)));
    },
  });
  const restored = data?.restoreStoreItem.storeItem;
  const owner = restored?.__typename === 'StoreEntry' && cartOwner(offer, restored);
  if (owner) announceCartChange(owner);
}

/** Restores the items of one deletion one by one; returns how many, and the first error. */
export async function undo(client: ApolloClient, key: string): Promise<{ restored: number; error?: unknown }> {
  const offer = startUndo(key);
  if (!offer) return { restored: 0 };
  const left = new Set(offer.items);
  let failure: { readonly name: string; readonly error: unknown } | undefined;
  for (const item of offer.items) {
    try {
      await restoreItem(client, offer, item);
      left.delete(item);
    } catch (error) {
      failure ??= { name: item.name, error };
      // Without a connection the other items would fail too, each after its timeout.
      if (!apiErrorOf(error)) break;
    }
  }
  const problem = failure && `"${failure.name}": ${serverMessage(failure.error, 'it could not be restored.')}`;
  endUndo(key, [...left], problem);
  await refetchLists(client).catch(() => undefined);
  return { restored: offer.items.length - left.size, error: failure?.error };
}
