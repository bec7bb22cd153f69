import { merge } from '../database/merge';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, ForbiddenError } from '../errors';
import { parseInput } from '../graphql/input';
import { newId } from '../database/newId';
import { toCents } from '../products/money';
import type { ProductDocument } from '../products/products.repository';
import { isReadable } from '../products/storedItem';
import { findByKey, keyField, noSuchProduct } from '../products/productKey';
import { maySeeProduct } from '../products/products.service';
import { hasPersonKey, requirePerson, type PersonKey } from '../users/resolvePerson';
import { addToStoreInput } from './store.input';
import type { StoreEntryDocument } from './store.repository';

/** Entries that one user may have (decision 8). */
export const maximumEntries = 500;

export type StoreItemDocument = ProductDocument | StoreEntryDocument;

export function isStoreEntry(item: StoreItemDocument): item is StoreEntryDocument {
  return 'productId' in item;
}

export async function findCart(context: Context, key: PersonKey): Promise<StoreEntryDocument[]> {
  const signedIn = await authorize(context, 'cart');
  const uid = hasPersonKey(key) ? (await requirePerson(context, signedIn, key)).uid : signedIn.viewer.uid;
  // One more than the limit exists only until its writer removes it.
  return uid === null ? [] : context.repositories.store.findByOwner(uid, maximumEntries);
}

/** At the current price, whichever was displayed. */
export async function addToStore(context: Context, input: unknown): Promise<StoreEntryDocument> {
  const { viewer } = await authorize(context, 'addToStore');
  const { slug, productId } = parseInput(addToStoreInput, input);
  const key = { slug, productId };
  const product = await findByKey(context, key);
  if (product?.status !== 'active' || !isReadable(product)) throw noSuchProduct(key);
  if (!product.inStock) throw new ConflictError('This product is out of stock.', keyField(key));
  const entry = entryOf(product, { _id: newId(context), ownerUid: viewer.uid, createdAt: context.now() });
  return insertEntry(context, entry);
}

export function hasOtherPrice({ priceCents }: StoreEntryDocument, seenPrice: number | null | undefined): boolean {
  return typeof seenPrice === 'number' && toCents(seenPrice) !== priceCents;
}

/** Inserts a new or restored entry into its owner's store. */
export async function insertEntry(context: Context, entry: StoreEntryDocument): Promise<StoreEntryDocument> {
  if ((await context.repositories.store.insert(entry)) === 'keyTaken') return getIdempotentResult(context, entry);
  await enforceLimitAfterInsert(context, entry);
  return entry;
}

export function entryOf(
  { _id: productId, name, nameLower, slug, photos, priceCents, discount, inStock, categories }: ProductDocument,
  stamps: Pick<StoreEntryDocument, '_id' | 'ownerUid' | 'createdAt'>,
): StoreEntryDocument {
  const copied = { productId, name, nameLower, slug, photos, priceCents, discount, inStock, categories };
  return merge(stamps, copied);
}

/** Before several pieces are added, so that none is added when not all find room. */
export function refuseTooManyEntries(stored: number, wanted: number): void {
  const room = maximumEntries - stored;
  if (wanted <= room) return;
  if (room <= 0) throw storeIsFull();
  const message = `Your store has room for ${room} more: it holds ${maximumEntries} items at most.`;
  throw new ConflictError(message, 'quantity');
}

function storeIsFull(): ConflictError {
  return new ConflictError(`Your store holds ${maximumEntries} items already. Remove one first.`);
}

/**
 * Checked after the insert, since others add entries concurrently and may delete this account: each writer sees all
 * earlier ones, so that too many are removed rather than too few.
 */
async function enforceLimitAfterInsert({ repositories: { store } }: Context, entry: StoreEntryDocument): Promise<void> {
  const { count, isDeleted } = await store.ownerUsage({ ownerUid: entry.ownerUid, limit: maximumEntries + 1 });
  if (count <= maximumEntries && !isDeleted) return;
  await store.delete(entry._id);
  throw isDeleted ? new ForbiddenError('This account has been deleted.') : storeIsFull();
}

/** An earlier attempt with the same Idempotency-Key, or a concurrent restore: the entry exists. */
async function getIdempotentResult({ repositories }: Context, entry: StoreEntryDocument): Promise<StoreEntryDocument> {
  const existing = await repositories.store.findById(entry._id);
  if (existing?.ownerUid !== entry.ownerUid || !existing.productId.equals(entry.productId))
    throw new ConflictError('This request was made before.');
  return existing;
}

export type StoreEntryNotice = 'PRICE_CHANGED' | 'OUT_OF_STOCK' | 'UNAVAILABLE';

interface EntryStatus {
  readonly notice: StoreEntryNotice | null;
  readonly currentPriceCents: number | null;
  readonly slug: string | null;
}

/** The state of the entry's product (decision 8). */
export async function entryStatus(
  { loaders }: Context,
  { productId, priceCents }: StoreEntryDocument,
): Promise<EntryStatus> {
  const product = await loaders.productById.load(productId.toHexString());
  if (!product || !maySeeProduct(null, product)) return { notice: 'UNAVAILABLE', currentPriceCents: null, slug: null };
  const { priceCents: currentPriceCents, slug } = product;
  if (!product.inStock) return { notice: 'OUT_OF_STOCK', currentPriceCents, slug };
  return { notice: currentPriceCents === priceCents ? null : 'PRICE_CHANGED', currentPriceCents, slug };
}
