import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { findByAddress } from '../products/products.service';
import { isReadable } from '../products/storedItem';
import { deleteStoreItem } from './deleteStoreItem';
import { acceptPriceInput, setStoreQuantityInput } from './store.input';
import { entryOf, insertEntry, maximumEntries } from './store.service';

/** Adds or removes entries of a product until there are so many; answers those that were removed, the newest first. */
export async function setStoreQuantity(context: Context, input: unknown): Promise<{ readonly removedIds: string[] }> {
  const { viewer } = await authorize(context, 'setStoreQuantity');
  const { slug, quantity } = parseInput(setStoreQuantityInput, input);
  const product = await findByAddress(context.repositories, slug);
  const entries = await context.repositories.store.findByOwner(viewer.uid, maximumEntries);
  const own = entries.filter((entry) => (product ? entry.productId.equals(product._id) : entry.slug === slug));
  const surplus = own.slice(quantity).reverse();
  for (const { _id } of surplus) await deleteStoreItem(context, { id: _id.toHexString() });
  if (own.length < quantity) {
    if (product?.status !== 'active' || !isReadable(product))
      throw new NotFoundError('There is no such product.', 'slug');
    if (!product.inStock) throw new ConflictError('This product is out of stock.', 'slug');
    for (let missing = quantity - own.length; missing > 0; missing -= 1)
      await insertEntry(
        context,
        entryOf(product, { _id: newId(context), ownerUid: viewer.uid, createdAt: context.now() }),
      );
  }
  return { removedIds: surplus.map(({ _id }) => _id.toHexString()) };
}

/** Only the present price can be agreed to: nobody is charged one that they have not seen. */
export async function acceptPrice(context: Context, input: unknown): Promise<void> {
  const { viewer } = await authorize(context, 'acceptPrice');
  const { slug, price } = parseInput(acceptPriceInput, input);
  const product = await findByAddress(context.repositories, slug);
  if (product?.status !== 'active') throw new NotFoundError('There is no such product.', 'slug');
  if (product.priceCents !== price) throw new ConflictError('The price has changed again.', 'price');
  await context.repositories.store.acceptPrice(viewer.uid, product._id, price);
}
