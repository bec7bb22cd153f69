import type { ObjectId } from 'mongodb';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newIds } from '../database/newId';
import { parseInput } from '../graphql/input';
import type { PurchasedLine } from '../orders/orderDocument';
import { orderInput } from '../orders/orders.input';
import { findOrder } from '../orders/orders.service';
import { findByAddress } from '../products/products.service';
import type { StoreEntryDocument } from '../store/store.repository';
import { entryOf, insertEntry, maximumEntries } from '../store/store.service';
import { liveLines, type LiveLine } from './cartLines';
import { checkoutsOfCart } from './quote';

export type ReorderProblem = 'UNAVAILABLE' | 'OUT_OF_STOCK' | 'NOT_ENOUGH_STOCK' | 'CART_FULL';

export interface AddedLine {
  readonly line: PurchasedLine;
  /** How many pieces were added to the cart. */
  readonly added: number;
  /** Why fewer were added; null: all were. */
  readonly problem: ReorderProblem | null;
  /** Current unit price; null: no longer visible. */
  readonly priceCents: number | null;
}

/** 'Buy again': adds what is available to the viewer's cart, at current prices. */
export async function reorder(context: Context, input: unknown): Promise<AddedLine[]> {
  const { viewer } = await authorize(context, 'reorder');
  const { number, token } = parseInput(orderInput, input);
  const { lines } = await findOrder(context, number, token);
  const ids = lines.map(({ quantity }) => newIds(context, quantity));
  const present = await presentLines(context, viewer.uid, lines);
  const others = await findOthers(context, viewer.uid, ids.flat());
  let room = maximumEntries - others.length;
  const reordered: AddedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const found = present[index] ?? null;
    const inCart = others.filter(({ productId }) => found && productId.equals(found.productId)).length;
    const addable = addableQuantity(line, found, { room, inCart });
    const answer = { line, priceCents: found?.product?.priceCents ?? null, ...addable };
    await addPieces(context, found, viewer.uid, ids[index]?.slice(0, answer.added) ?? []);
    room -= answer.added;
    reordered.push(answer);
  }
  return reordered;
}

/** The entries of the cart without those that an interrupted attempt of this request has added. */
async function findOthers(
  { repositories }: Context,
  uid: string,
  ids: readonly ObjectId[],
): Promise<StoreEntryDocument[]> {
  const own = new Set(ids.map((id) => id.toHexString()));
  const inCart = await repositories.store.findByOwner(uid, maximumEntries);
  return inCart.filter(({ _id }) => !own.has(_id.toHexString()));
}

/** null: the product no longer exists. */
async function presentLines(
  context: Context,
  uid: string,
  lines: readonly PurchasedLine[],
): Promise<(LiveLine | null)[]> {
  const ids = await Promise.all(
    lines.map(
      async ({ productId, slug }) => productId ?? (await findByAddress(context.repositories, slug))?._id ?? null,
    ),
  );
  const wanted = lines.flatMap(({ name, photo, quantity }, index) => {
    const productId = ids[index];
    return productId ? [{ productId, name, photo, quantity, agreedCents: Number.MAX_SAFE_INTEGER, entryIds: [] }] : [];
  });
  const live = await liveLines(context, wanted, await checkoutsOfCart(context, uid));
  return ids.map((id) => (id && live.find(({ productId }) => productId.equals(id))) ?? null);
}

function addableQuantity(
  { quantity }: PurchasedLine,
  found: LiveLine | null,
  { room, inCart }: { readonly room: number; readonly inCart: number },
): Pick<AddedLine, 'added' | 'problem'> {
  if (!found?.product) return { added: 0, problem: 'UNAVAILABLE' };
  if (found.problem === 'OUT_OF_STOCK') return { added: 0, problem: 'OUT_OF_STOCK' };
  // What the cart has already is bought with it.
  const inStock = found.available === null ? quantity : Math.min(quantity, Math.max(0, found.available - inCart));
  const added = Math.min(inStock, room);
  if (added < inStock) return { added, problem: 'CART_FULL' };
  return { added, problem: added < quantity ? 'NOT_ENOUGH_STOCK' : null };
}

async function addPieces(
  context: Context,
  found: LiveLine | null,
  ownerUid: string,
  ids: readonly ObjectId[],
): Promise<void> {
  if (!found?.product) return;
  for (const _id of ids)
    await insertEntry(context, entryOf(found.product, { _id, ownerUid, createdAt: context.now() }));
}
