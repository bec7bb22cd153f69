import type { ObjectId } from 'mongodb';
import { authorize, requireOwnerOrHide } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { parseRecordId } from '../database/recordId';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { findByAddress, maySeeProduct } from '../products/products.service';
import { settleStock } from './settleStock';
import { adjustStockInput } from './stock.input';
import { defaultLowStockThreshold, type StockDocument, type StoredMovement } from './stock.repository';

export interface ProductAvailability {
  readonly status: 'IN_STOCK' | 'LOW_STOCK' | 'OUT_OF_STOCK';
  /** null: not counted, or more than the threshold. */
  readonly left: number | null;
}

export async function readAvailability(context: Context, slug: string): Promise<ProductAvailability> {
  await authorize(context, 'availability');
  const product = await findByAddress(context.repositories, slug);
  if (!product || !maySeeProduct(null, product)) throw new NotFoundError('There is no such product.', 'slug');
  const count = await context.repositories.stock.find(product._id);
  const isForSale = count === null ? product.inStock : count.available > 0 && product.purchasable !== false;
  if (!isForSale) return { status: 'OUT_OF_STOCK', left: null };
  if (count === null || count.available > count.lowStockThreshold) return { status: 'IN_STOCK', left: null };
  return { status: 'LOW_STOCK', left: count.available };
}

/** null: the product is not counted. */
export async function readStockLevel(context: Context, id: string): Promise<StockDocument | null> {
  const signedIn = await authorize(context, 'stockLevel');
  const productId = await requireOwnProduct(context, signedIn, parseRecordId(id));
  return context.repositories.stock.find(productId);
}

const noSuchProduct = () => new NotFoundError('There is no such product.', 'id');

async function requireOwnProduct(context: Context, signedIn: SignedIn, id: ObjectId | null): Promise<ObjectId> {
  const product = id && (await context.repositories.products.findById(id));
  if (!product) throw noSuchProduct();
  await requireOwnerOrHide(context, signedIn, product, noSuchProduct());
  return product._id;
}

/** By an amount or to a count; the movement that tells of it is written with it. */
export async function adjustStock(context: Context, input: unknown): Promise<StockDocument> {
  const signedIn = await authorize(context, 'adjustStock');
  const { id, delta, count, version, reason, lowStockThreshold } = parseInput(adjustStockInput, input);
  const movementId = `adjust:${newId(context).toHexString()}`;
  const productId = await requireOwnProduct(context, signedIn, id);
  const { stock } = context.repositories;
  if (await stock.hasMovement(movementId)) return requireLevel(context, productId);
  const before = await stock.find(productId);
  const movement: StoredMovement = {
    _id: movementId,
    productId,
    delta: delta ?? (count ?? 0) - (before?.onHand ?? 0),
    reason,
    byUid: signedIn.viewer.uid,
    order: null,
    at: context.now(),
  };
  if (before) await adjustCounted(context, before, { version, field: delta === null ? 'count' : 'delta', movement });
  else await beginCount(context, movement, version);
  if (lowStockThreshold !== null) await stock.setThreshold(productId, lowStockThreshold);
  const after = await requireLevel(context, productId);
  await settleStock(context.repositories, after);
  return after;
}

interface Adjustment {
  readonly version: number | null;
  readonly field: string;
  readonly movement: StoredMovement;
}

async function adjustCounted(context: Context, before: StockDocument, { version, field, movement }: Adjustment) {
  const { stock } = context.repositories;
  if (before.movements.some(({ _id }) => _id === movement._id)) return;
  if (version !== null && version !== before.version) throw changedMeanwhile();
  // A count is what somebody has counted: what was sold meanwhile would be counted twice.
  const seen = field === 'count' ? before.version : version;
  if (await stock.adjust(before._id, seen, movement)) return;
  const now = await stock.find(before._id);
  if (seen !== null && now?.version !== seen) throw changedMeanwhile();
  throw new ConflictError('That is fewer than are held for purchases under way, or more than can be counted.', field);
}

async function beginCount({ repositories: { stock } }: Context, movement: StoredMovement, version: number | null) {
  const { productId, delta } = movement;
  if (version !== null) throw changedMeanwhile();
  if (delta < 0) throw new ConflictError('It is not counted yet: give a count.', 'delta');
  const created = await stock.create({
    _id: productId,
    onHand: delta,
    available: delta,
    holds: [],
    lowStockThreshold: defaultLowStockThreshold,
    version: 1,
    movements: [movement],
    isFlagDue: true,
  });
  if (!created) throw changedMeanwhile();
}

async function requireLevel({ repositories: { stock } }: Context, id: ObjectId): Promise<StockDocument> {
  const level = await stock.find(id);
  if (!level) throw noSuchProduct();
  return level;
}

const changedMeanwhile = () =>
  new ConflictError('The count was changed meanwhile. Look at it again; what you typed is kept.', 'version');

/** The latest first: those that are still in the product's document, too. */
export async function movementsOf(
  { repositories: { stock } }: Pick<Context, 'repositories'>,
  { _id, movements: pending }: StockDocument,
): Promise<StoredMovement[]> {
  const stored = await stock.movementsOf(_id, shownMovements);
  const ids = new Set(stored.map((movement) => movement._id));
  return [...pending.filter((movement) => !ids.has(movement._id)).reverse(), ...stored].slice(0, shownMovements);
}

const shownMovements = 50;
