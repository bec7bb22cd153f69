import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId, newIds } from '../database/newId';
import { parseRecordId } from '../database/recordId';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { findByKey, keyField, noSuchProduct } from '../products/productKey';
import { isReadable } from '../products/storedItem';
import { deleteItem } from './deleteStoreItem';
import { acceptPriceInput, setStoreQuantityInput } from './store.input';
import { entryOf, insertEntry, maximumEntries, refuseTooManyEntries } from './store.service';

/** Adds or removes entries of a product until the quantity matches; returns those removed, newest first. */
export async function setStoreQuantity(context: Context, input: unknown): Promise<{ readonly removedIds: string[] }> {
  const signedIn = await authorize(context, 'setStoreQuantity');
  const { quantity, ...key } = parseInput(setStoreQuantityInput, input);
  const deletionId = newId(context);
  const ids = newIds(context, quantity);
  const product = await findByKey(context, key);
  const productId = product?._id ?? parseRecordId(key.productId ?? '');
  const entries = await context.repositories.store.findByOwner(signedIn.viewer.uid, maximumEntries);
  const own = entries.filter((entry) => (productId ? entry.productId.equals(productId) : entry.slug === key.slug));
  const surplus = own.slice(quantity).reverse();
  const removedIds: string[] = [];
  for (const entry of surplus)
    if (await deleteUnlessGone(context, signedIn, entry, deletionId)) removedIds.push(entry._id.toHexString());
  if (own.length < quantity) {
    if (product?.status !== 'active' || !isReadable(product)) throw noSuchProduct(key);
    if (!product.inStock) throw new ConflictError('This product is out of stock.', keyField(key));
    refuseTooManyEntries(entries.length, quantity - own.length);
    const unused = ids.filter((id) => !own.some(({ _id }) => _id.equals(id)));
    for (const _id of unused.slice(0, quantity - own.length))
      await insertEntry(context, entryOf(product, { _id, ownerUid: signedIn.viewer.uid, createdAt: context.now() }));
  }
  return { removedIds };
}

/** Another call of the same person may have deleted it meanwhile. */
async function deleteUnlessGone(...item: Parameters<typeof deleteItem>): Promise<boolean> {
  try {
    await deleteItem(...item);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

/** Only the current price can be accepted, so that nobody is charged a price that they have not seen. */
export async function acceptPrice(context: Context, input: unknown): Promise<void> {
  const { viewer } = await authorize(context, 'acceptPrice');
  const { price, ...key } = parseInput(acceptPriceInput, input);
  const product = await findByKey(context, key);
  if (product?.status !== 'active') throw noSuchProduct(key);
  if (product.priceCents !== price) throw new ConflictError('The price has changed again.', 'price');
  await context.repositories.store.acceptPrice(viewer.uid, product._id, price);
}
