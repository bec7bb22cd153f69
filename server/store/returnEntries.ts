import type { ObjectId } from 'mongodb';
import { idFrom } from '../database/newId';
import type { ProductDocument, ProductsRepository } from '../products/products.repository';
import { foldText } from '../text/foldText';
import { entryOf, maximumEntries } from './store.service';
import type { StoreEntryDocument, StoreRepository } from './store.repository';

/** Of a purchase that was undone. */
interface ReturnedLine {
  readonly productId: ObjectId | null;
  readonly name: string;
  readonly slug: string;
  readonly photo: string | null;
  readonly quantity: number;
  readonly unitPriceCents: number;
}

interface Deps {
  readonly store: Pick<StoreRepository, 'insert' | 'delete' | 'ownerUsage'>;
  readonly products: Pick<ProductsRepository, 'findByIds'>;
}

interface Stamps {
  readonly order: string;
  readonly ownerUid: string;
  readonly createdAt: Date;
}

/**
 * Puts what was bought back into its buyer's cart, an entry per piece, at the price paid. Idempotent. Returns how many
 * entries there are; a full cart accepts no more, and that of a deleted account none.
 */
export async function returnEntries(
  { store, products }: Deps,
  lines: readonly ReturnedLine[],
  { order, ownerUid, createdAt }: Stamps,
): Promise<number> {
  const ids = lines.flatMap(({ productId }) => (productId ? [productId] : []));
  const found = new Map((await products.findByIds(ids)).map((product) => [product._id.toHexString(), product]));
  let returned = 0;
  for (const line of lines) {
    if (!line.productId) continue;
    for (let piece = 0; piece < line.quantity; piece += 1) {
      const _id = entryId(order, line.productId, piece);
      const stamps = { _id, ownerUid, createdAt };
      const entry = returnedEntry(
        { ...line, productId: line.productId },
        found.get(line.productId.toHexString()),
        stamps,
      );
      await store.insert(entry);
      if (!(await isLet(store, entry))) return returned;
      returned += 1;
    }
  }
  return returned;
}

/** New ids: a paused driver of the purchase may still remove the bought ones. */
const entryId = (order: string, productId: ObjectId, piece: number) =>
  idFrom(`undone ${order}:${productId.toHexString()}:${piece}`);

function returnedEntry(
  { productId, name, slug, photo, unitPriceCents }: ReturnedLine & { readonly productId: ObjectId },
  product: ProductDocument | undefined,
  stamps: Pick<StoreEntryDocument, '_id' | 'ownerUid' | 'createdAt'>,
): StoreEntryDocument {
  if (product?.priceCents === unitPriceCents) return entryOf(product, stamps);
  const { photos, categories, inStock } = product ?? {
    photos: photo === null ? [] : [photo],
    categories: [],
    inStock: false,
  };
  const copied = { productId, name, nameLower: foldText(name), slug, photos, categories, inStock };
  return { ...stamps, ...copied, priceCents: unitPriceCents, discount: 0 };
}

/** The cart limit is checked after the insert, as for every entry. */
async function isLet(store: Deps['store'], { _id, ownerUid }: StoreEntryDocument): Promise<boolean> {
  const { count, isDeleted } = await store.ownerUsage({ ownerUid, limit: maximumEntries + 1 });
  if (count <= maximumEntries && !isDeleted) return true;
  await store.delete(_id);
  return false;
}
