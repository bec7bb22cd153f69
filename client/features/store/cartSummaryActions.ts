import type { ApolloCache } from '@apollo/client';
import {
  AcceptPriceDocument,
  CartSummaryDocument,
  type CartSummaryPartsFragment,
  SetStoreQuantityDocument,
} from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { toast } from '../../ui/toast';
import { loadCart, type Shopper } from './cartCache';
import { announceCartChange } from './cartChannel';
import { refetchLists } from './itemLists';
import { cartRefreshFailed, isGone } from './storeActions';
import { undo } from './undo';
import { type DeletedItem, offerUndo, withdrawUndo } from './undoOffers';

type Line = CartSummaryPartsFragment['lines'][number];

const undoMs = 10_000;

const show = (cache: ApolloCache, cartSummary: CartSummaryPartsFragment): void =>
  void cache.writeQuery({ query: CartSummaryDocument, data: { cartSummary } });

/** Updates badge, drawer and tables of this tab, and the cart of the others. */
async function cartChanged({ client, email }: Shopper): Promise<void> {
  announceCartChange(email);
  await Promise.all([loadCart(client, email), refetchLists(client)]).catch(cartRefreshFailed);
}

/** Returns the entries that it removed. */
async function send(shopper: Shopper, { id: productId, name }: Line, quantity: number): Promise<DeletedItem[]> {
  const { data } = await shopper.client.mutate({
    mutation: SetStoreQuantityDocument,
    variables: { input: { productId, quantity } },
    update: (cache, { data: result }) => {
      if (result?.setStoreQuantity) show(cache, result.setStoreQuantity.cart);
    },
  });
  return (data?.setStoreQuantity.removedIds ?? []).map((id) => ({ id, name }));
}

export async function setQuantity(shopper: Shopper, line: Line, quantity: number): Promise<void> {
  const removed = await send(shopper, line, quantity);
  if (removed.length > 0) toastWithUndo(shopper, `${removed.length} of "${line.name}"`, removed);
  await cartChanged(shopper);
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

function toastWithUndo(shopper: Shopper, what: string, items: readonly DeletedItem[]): void {
  const key = offerUndo({ email: shopper.email, items, isInToast: true });
  toast(`Removed ${what}`, 'success', undoMs, { label: 'Undo', run: () => void restore(shopper, key) });
}

/** Needs no confirmation, because it can be undone. */
export async function removeLines(shopper: Shopper, lines: readonly Line[]): Promise<void> {
  const names: string[] = [];
  const removed: DeletedItem[] = [];
  try {
    for (const line of lines) {
      const entries = await send(shopper, line, 0);
      if (entries.length > 0) names.push(line.name);
      removed.push(...entries);
    }
  } finally {
    if (removed.length > 0) {
      toastWithUndo(shopper, names.length === 1 ? `"${names[0]}"` : `${names.length} lines`, removed);
      await cartChanged(shopper);
    }
  }
}

/** What could not be put back is offered once more. */
async function restore(shopper: Shopper, key: string): Promise<void> {
  const { client } = shopper;
  const { error } = await undo(client, key);
  if (error !== undefined) {
    const again = isGone(error) ? undefined : { label: 'Undo', run: () => void restore(shopper, key) };
    if (!again) withdrawUndo(key);
    toast(serverMessage(error, 'It could not be put back.'), 'error', again && undoMs, again);
  }
  await client.query({ query: CartSummaryDocument, fetchPolicy: 'network-only' }).catch(cartRefreshFailed);
  await cartChanged(shopper);
}
