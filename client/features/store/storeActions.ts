import { CombinedGraphQLErrors } from '@apollo/client';
import {
  AddToStoreDocument,
  type AddToStoreMutation,
  DeleteStoreItemDocument,
  type DeleteStoreItemMutation,
} from '../../__generated__/operations';
import { logFailure } from '../../lib/logFailure';
import { toast } from '../../ui/toast';
import { type CartLine, changeCart, isCartLoaded, loadCart, rebuildWhenLoaded, type Shopper } from './cartCache';
import { forgetRemoved, rememberRemoved, type RemovedLine } from './removedLines';

export type Addable = Pick<CartLine, 'slug' | 'name' | 'photos' | 'price' | 'categories'>;

const pendingPrefix = 'pending-';

/** The server has not confirmed it yet: it has no id by which it could be removed. */
export const isPending = ({ id }: Pick<CartLine, 'id'>): boolean => id.startsWith(pendingPrefix);

let pendingCount = 0;

function pendingLine({ slug, name, photos, price, categories }: Addable): CartLine {
  pendingCount += 1;
  return {
    __typename: 'StoreEntry',
    id: `${pendingPrefix}${pendingCount}`,
    ...{ slug, name, photos, price, categories },
    ...{ createdAt: null, notice: null, currentPrice: price },
  };
}

/** A list that was asked for meanwhile may hold it already. */
function withLine(lines: readonly CartLine[], line: CartLine, at: number): readonly CartLine[] {
  return lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(at, 0, line);
}

/** Puts the product into the cart at once, and takes it out again when the server refuses; answers the entry. */
export async function addToStore(
  { client, email }: Shopper,
  product: Addable,
  at = Number.POSITIVE_INFINITY,
): Promise<CartLine> {
  const optimisticResponse = {
    addToStore: { __typename: 'AddToStorePayload', storeEntry: pendingLine(product) },
  } as AddToStoreMutation;
  const ended = rebuildWhenLoaded(client, email);
  const { data } = await client
    .mutate({
      mutation: AddToStoreDocument,
      variables: { input: { slug: product.slug } },
      optimisticResponse,
      update: (cache, { data: answer }) => {
        if (answer) changeCart(cache, email, (lines) => withLine(lines, answer.addToStore.storeEntry, at));
      },
    })
    .finally(ended);
  if (!data) throw new Error('The shop answered without the entry');
  if (!isCartLoaded(client, email)) await loadCart(client, email).catch(cartRefreshFailed);
  return data.addToStore.storeEntry;
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
  const optimisticResponse = {
    deleteStoreItem: {
      __typename: 'DeleteStoreItemPayload',
      storeItem: { __typename: 'StoreEntry', id: line.id },
    },
  } as DeleteStoreItemMutation;
  try {
    await client.mutate({
      mutation: DeleteStoreItemDocument,
      variables: { input: { id: line.id } },
      optimisticResponse,
      update: (cache) =>
        changeCart(cache, email, (lines) => {
          const at = lines.findIndex(({ id }) => id === line.id);
          if (!entry) rememberRemoved((entry = { line, at: Math.max(at, 0), email }));
          return lines.filter(({ id }) => id !== line.id);
        }),
    });
    return entry;
  } catch (error) {
    forgetRemoved(line.id);
    if (isGone(error)) await loadCart(client, email).catch(cartRefreshFailed);
    else toast('Failed to remove item from store', 'error');
    return undefined;
  }
}

/** Somebody else's screen, or another tab, has removed it before. */
function isGone(error: unknown): boolean {
  return CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.['code'] === 'NOT_FOUND');
}

const undone = new WeakSet<RemovedLine>();

/** Adds the product again, in the place where the line was. The toast and the drawer may both offer it: once is enough. */
export async function undoRemoval(shopper: Shopper, entry: RemovedLine): Promise<void> {
  if (undone.has(entry)) return;
  undone.add(entry);
  forgetRemoved(entry.line.id);
  try {
    await addToStore(shopper, entry.line, entry.at);
  } catch {
    undone.delete(entry);
    rememberRemoved(entry);
    toast('Failed to add item to store', 'error');
  }
}
