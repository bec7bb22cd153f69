import type { ApolloCache } from '@apollo/client';
import {
  AcceptPriceDocument,
  CartSummaryDocument,
  type CartSummaryPartsFragment,
  RestoreStoreItemDocument,
  SetStoreQuantityDocument,
} from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { toast } from '../../ui/toast';
import { loadCart, type Shopper } from './cartCache';
import { announceCartChange } from './cartChannel';
import { refetchLists } from './itemLists';
import { cartRefreshFailed } from './storeActions';

type Line = CartSummaryPartsFragment['lines'][number];

const undoMs = 10_000;

const show = (cache: ApolloCache, cartSummary: CartSummaryPartsFragment): void =>
  void cache.writeQuery({ query: CartSummaryDocument, data: { cartSummary } });

/** Updates badge and drawer, here and in other tabs. */
async function notifyOtherTabs({ client, email }: Shopper): Promise<void> {
  announceCartChange(email);
  await Promise.all([loadCart(client, email), refetchLists(client)]).catch(cartRefreshFailed);
}

async function send(shopper: Shopper, { id: productId }: Line, quantity: number): Promise<readonly string[]> {
  const { data } = await shopper.client.mutate({
    mutation: SetStoreQuantityDocument,
    variables: { input: { productId, quantity } },
    update: (cache, { data: result }) => {
      if (result?.setStoreQuantity) show(cache, result.setStoreQuantity.cart);
    },
  });
  return data?.setStoreQuantity.removedIds ?? [];
}

export async function setQuantity(shopper: Shopper, line: Line, quantity: number): Promise<void> {
  const removed = await send(shopper, line, quantity);
  if (removed.length > 0) offerUndo(shopper, `${removed.length} of "${line.name}"`, removed);
  await notifyOtherTabs(shopper);
}

export async function acceptPrice(shopper: Shopper, { id: productId, unitPrice }: Line): Promise<void> {
  await shopper.client.mutate({
    mutation: AcceptPriceDocument,
    variables: { input: { productId, price: unitPrice.amount } },
    update: (cache, { data: result }) => {
      if (result?.acceptPrice) show(cache, result.acceptPrice.cart);
    },
  });
  announceCartChange(shopper.email);
}

function offerUndo(shopper: Shopper, what: string, removed: readonly string[]): void {
  toast(`Removed ${what}`, 'success', undoMs, { label: 'Undo', run: () => void restore(shopper, removed) });
}

/** Needs no confirmation, because it can be undone. */
export async function removeLines(shopper: Shopper, lines: readonly Line[]): Promise<void> {
  const names: string[] = [];
  const removed: string[] = [];
  try {
    for (const line of lines) {
      const ids = await send(shopper, line, 0);
      if (ids.length > 0) names.push(line.name);
      removed.push(...ids);
    }
  } finally {
    if (removed.length > 0) {
      offerUndo(shopper, names.length === 1 ? `"${names[0]}"` : `${names.length} lines`, removed);
      await notifyOtherTabs(shopper);
    }
  }
}

async function restore(shopper: Shopper, ids: readonly string[]): Promise<void> {
  const { client } = shopper;
  try {
    for (const id of ids) await client.mutate({ mutation: RestoreStoreItemDocument, variables: { input: { id } } });
  } catch (error) {
    toast(serverMessage(error, 'It could not be put back.'), 'error');
  }
  await client.query({ query: CartSummaryDocument, fetchPolicy: 'network-only' }).catch(cartRefreshFailed);
  await notifyOtherTabs(shopper);
}
