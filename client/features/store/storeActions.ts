import {
  AddToStoreDocument,
  type AddToStoreAnswer,
  DeleteStoreItemDocument,
  type DeleteStoreItemAnswer,
} from '../../__generated__/lazyOperations';
import { RestoreStoreItemDocument, type RestoreStoreItemAnswer } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { formatMoney } from '../../lib/money';
import { refusalOf } from '../../lib/refusal';
import { serverMessage } from '../../lib/serverMessage';
import { failureToast, toast } from '../../ui/toast';
import { addFailureReason } from './addFailure';
import { type CartLine, changeCart, isCartLoaded, loadCart, rebuildWhenLoaded, type Shopper } from './cartCache';
import { announceCartChange } from './cartChannel';
import { dropFromLists, recount, refetchLists } from './itemLists';
import { placeOf } from './placeOf';
import { refreshProduct } from './refreshProduct';
import { forgetRemoved, rememberRemoved, type RemovedLine } from './removedLines';

/** A product as it is shown; without its id a card of it cannot be found. */
export type Addable = Pick<CartLine, 'slug' | 'name' | 'photos' | 'price' | 'categories'> & { id?: string };

const pendingPrefix = 'pending-';

/** The server has not confirmed it yet: it has no id by which it could be removed. */
export const isPending = ({ id }: Pick<CartLine, 'id'>): boolean => id.startsWith(pendingPrefix);

let pendingCount = 0;

function pendingId(): string {
  pendingCount += 1;
  return `${pendingPrefix}${pendingCount}`;
}

function pendingLine({ slug, name, photos, price, categories }: Addable): CartLine {
  return {
    __typename: 'StoreEntry',
    id: pendingId(),
    ...{ slug, name, photos, price, categories },
    ...{ createdAt: null, productSlug: slug, notice: null, currentPrice: price },
  };
}

/** A list that was asked for meanwhile may hold it already. */
function withLine(lines: readonly CartLine[], line: CartLine, at = lines.length): readonly CartLine[] {
  return lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(at, 0, line);
}

/** Puts the product into the cart at once, and takes it out again when the server refuses; answers the entry. */
async function addToStore({ client, email }: Shopper, product: Addable) {
  const optimisticResponse = {
    addToStore: { __typename: 'AddToStorePayload', storeEntry: pendingLine(product), priceHasChanged: false },
  } as AddToStoreAnswer;
  const ended = rebuildWhenLoaded(client, email);
  const { data } = await client
    .mutate({
      mutation: AddToStoreDocument,
      variables: { input: { slug: product.slug, seenPrice: product.price } },
      optimisticResponse,
      update: (cache, { data: answer }) => {
        if (answer) changeCart(cache, email, (lines) => withLine(lines, answer.addToStore.storeEntry));
      },
    })
    .finally(ended);
  if (!data) throw new Error('The shop answered without the entry');
  announceCartChange(email);
  if (!isCartLoaded(client, email)) await loadCart(client, email).catch(cartRefreshFailed);
  return { line: data.addToStore.storeEntry, hasChanged: data.addToStore.priceHasChanged };
}

/** What the Add button does; a price that has changed since it was seen is said, and what shows the product shows what is. */
export async function addWithToast(shopper: Shopper, product: Addable): Promise<void> {
  const refresh = () => void refreshProduct(shopper.client, product).catch(() => undefined);
  try {
    const { line, hasChanged } = await addToStore(shopper, product);
    const undo = { label: 'Undo', run: () => void undoAdd(shopper, line) };
    const detail = hasChanged ? `The price is now ${formatMoney(line.price)}` : undefined;
    toast(`Added "${product.name}" to store!`, 'success', undefined, undo, detail);
    if (hasChanged) refresh();
  } catch (error) {
    if (['NOT_FOUND', 'CONFLICT'].includes(refusalOf(error)?.code ?? '')) refresh();
    failureToast('Failed to add item to store', addFailureReason(error));
  }
}

export const cartRefreshFailed = (error: unknown): void => logFailure('Failed to refresh the cart', error);

/** Undoing asks nothing and can itself be undone (decision 31). */
export async function undoAdd(shopper: Shopper, line: CartLine): Promise<void> {
  const removed = await removeFromStore(shopper, line);
  if (!removed) return;
  const run = () => void undoRemoval(shopper, removed);
  toast(`Removed "${line.name}" from store`, 'success', undefined, { label: 'Undo', run });
}

/** Takes the line out at once; what is answered can be undone, and the drawer offers that for a minute. */
export async function removeFromStore({ client, email }: Shopper, line: CartLine): Promise<RemovedLine | undefined> {
  let entry: RemovedLine | undefined;
  const storeItem = { __typename: 'StoreEntry', id: line.id } as const;
  const optimisticResponse = {
    deleteStoreItem: { __typename: 'DeleteStoreItemPayload', storeItem },
  } as DeleteStoreItemAnswer;
  try {
    await client.mutate({
      mutation: DeleteStoreItemDocument,
      variables: { input: { id: line.id } },
      optimisticResponse,
      update: (cache) =>
        changeCart(cache, email, (lines) => {
          const at = lines.findIndex(({ id }) => id === line.id);
          entry ??= rememberRemoved({ line, at: Math.max(at, 0), email });
          return lines.filter(({ id }) => id !== line.id);
        }),
    });
    announceCartChange(email);
    dropFromLists(client.cache, storeItem);
    return entry;
  } catch (error) {
    forgetRemoved(line.id);
    if (isGone(error)) {
      dropFromLists(client.cache, storeItem);
      await loadCart(client, email).catch(cartRefreshFailed);
    } else toast('Failed to remove item from store', 'error');
    return undefined;
  }
}

/** Somebody else's screen, or another tab, has removed it before. */
const isGone = (error: unknown): boolean => refusalOf(error)?.code === 'NOT_FOUND';

/** Brings the very entry back to its place, its price as it was, whatever has become of the product. */
async function restoreToStore({ client, email }: Shopper, { line }: RemovedLine): Promise<void> {
  const optimisticResponse = {
    restoreStoreItem: {
      __typename: 'RestoreStoreItemPayload',
      storeItem: { ...line, id: pendingId(), email, discount: 0, inStock: true, status: 'ACTIVE' },
    },
  } as RestoreStoreItemAnswer;
  await client.mutate({
    mutation: RestoreStoreItemDocument,
    variables: { input: { id: line.id } },
    optimisticResponse,
    update: (cache, { data }) => {
      const restored = data?.restoreStoreItem.storeItem;
      if (restored?.__typename !== 'StoreEntry') return;
      changeCart(cache, email, (lines) => withLine(lines, restored, placeOf(restored, lines)));
      recount(cache, restored, 1);
    },
  });
  announceCartChange(email);
  void refetchLists(client).catch(() => undefined);
}

const undone = new WeakSet<RemovedLine>();

/** The toast and the drawer may both offer it: once is enough. */
export async function undoRemoval(shopper: Shopper, entry: RemovedLine): Promise<void> {
  if (undone.has(entry)) return;
  undone.add(entry);
  forgetRemoved(entry.line.id);
  try {
    await restoreToStore(shopper, entry);
  } catch (error) {
    if (!isGone(error)) {
      undone.delete(entry);
      rememberRemoved(entry);
    }
    toast(serverMessage(error, 'Failed to restore item to store'), 'error');
  }
}
