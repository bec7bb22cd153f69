import {
  AddToStoreDocument,
  type AddToStoreResult,
  DeleteStoreItemDocument,
  type DeleteStoreItemResult,
} from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { formatMoney } from '../../lib/money';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { errorToast, toast } from '../../ui/toast';
import { addFailureReason } from './addFailure';
import { type CartLine, updateCart, isCartLoaded, loadCart, rebuildWhenLoaded, type Shopper } from './cartCache';
import { announceCartChange } from './cartChannel';
import { pendingId, withLine } from './cartLines';
import { dropFromLists } from './itemLists';
import { refreshProduct } from './refreshProduct';
import { undo } from './undo';
import { offerUndo, withdrawUndo } from './undoOffers';

/** Without the id its cached card cannot be refreshed, and a renaming may give its slug to another. */
export type Addable = Pick<CartLine, 'slug' | 'name' | 'photos' | 'price' | 'categories'> & { id?: string };

function pendingLine({ slug, name, photos, price, categories }: Addable): CartLine {
  return {
    __typename: 'StoreEntry',
    id: pendingId(),
    ...{ slug, name, photos, price, categories },
    ...{ createdAt: null, productSlug: slug, notice: null, currentPrice: price },
  };
}

/** Optimistic. */
async function addToStore({ client, email }: Shopper, product: Addable) {
  const optimisticResponse = {
    addToStore: { __typename: 'AddToStorePayload', storeEntry: pendingLine(product), priceHasChanged: false },
  } as AddToStoreResult;
  const { id: productId, slug, price: seenPrice } = product;
  const ended = rebuildWhenLoaded(client, email);
  const { data } = await client
    .mutate({
      mutation: AddToStoreDocument,
      variables: { input: { ...(productId === undefined ? { slug } : { productId }), seenPrice } },
      optimisticResponse,
      update: (cache, { data: result }) => {
        if (result) updateCart(cache, email, (lines) => withLine(lines, result.addToStore.storeEntry));
      },
    })
    .finally(ended);
  if (!data) throw new Error('The shop answered without the entry');
  announceCartChange(email);
  if (!isCartLoaded(client, email)) await loadCart(client, email).catch(cartRefreshFailed);
  return { line: data.addToStore.storeEntry, hasChanged: data.addToStore.priceHasChanged };
}

/** If the price has changed since the page was loaded, the toast says so and the product is refetched. */
export async function addWithToast(shopper: Shopper, product: Addable): Promise<void> {
  const refresh = () => {
    if (product.id !== undefined) void refreshProduct(shopper.client, product.id).catch(() => undefined);
  };
  try {
    const { line, hasChanged } = await addToStore(shopper, product);
    const undo = { label: 'Undo', run: () => void undoAdd(shopper, line) };
    const detail = hasChanged ? `The price is now ${formatMoney(line.price)}` : undefined;
    toast(`Added "${product.name}" to store!`, 'success', undefined, undo, detail);
    if (hasChanged) refresh();
  } catch (error) {
    if (['NOT_FOUND', 'CONFLICT'].includes(apiErrorOf(error)?.code ?? '')) refresh();
    errorToast('Failed to add item to store', addFailureReason(error));
  }
}

export const cartRefreshFailed = (error: unknown): void => logFailure('Failed to refresh the cart', error);

/** Needs no confirmation and can itself be undone (decision 31). */
export async function undoAdd(shopper: Shopper, line: CartLine): Promise<void> {
  const key = await removeFromStore(shopper, line);
  if (key === undefined) return;
  const run = () => void undoRemoval(shopper, key);
  toast(`Removed "${line.name}" from store`, 'success', undefined, { label: 'Undo', run });
}

/** Optimistic; returns the key of the undo offer. */
export async function removeFromStore({ client, email }: Shopper, line: CartLine): Promise<string | undefined> {
  let key: string | undefined;
  const storeItem = { __typename: 'StoreEntry', id: line.id } as const;
  const optimisticResponse = {
    deleteStoreItem: { __typename: 'DeleteStoreItemPayload', storeItem },
  } as DeleteStoreItemResult;
  try {
    await client.mutate({
      mutation: DeleteStoreItemDocument,
      variables: { input: { id: line.id } },
      optimisticResponse,
      update: (cache) =>
        updateCart(cache, email, (lines) => {
          const at = Math.max(
            lines.findIndex(({ id }) => id === line.id),
            0,
          );
          key ??= offerUndo({ email, items: [line], removed: { line, at } });
          return lines.filter(({ id }) => id !== line.id);
        }),
    });
    announceCartChange(email);
    dropFromLists(client.cache, storeItem);
    return key;
  } catch (error) {
    if (key !== undefined) withdrawUndo(key);
    if (isGone(error)) {
      dropFromLists(client.cache, storeItem);
      await loadCart(client, email).catch(cartRefreshFailed);
    } else toast('Failed to remove item from store', 'error');
    return undefined;
  }
}

/** Another user or tab has removed it before. */
export const isGone = (error: unknown): boolean => apiErrorOf(error)?.code === 'NOT_FOUND';

/** The toast and the drawer may offer the same undo. */
export async function undoRemoval({ client }: Shopper, key: string): Promise<void> {
  const { error } = await undo(client, key);
  if (error === undefined) return;
  if (isGone(error)) withdrawUndo(key);
  toast(serverMessage(error, 'Failed to restore item to store'), 'error');
}
