import type { ObjectId } from 'mongodb';
import { auditIfAdmin } from '../audit/auditIfAdmin';
import { authorize, requireOwnerOrHide } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { parseRecordId } from '../database/recordId';
import { NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import type { ProductDocument } from '../products/products.repository';
import { productInput } from '../products/products.input';
import { findByEither, maySeeProduct } from '../products/products.service';
import { adjustCounted, beginCount, isRecorded } from '../stock/changeCount';
import { countAudit } from '../stock/countProduct';
import { settleStock } from '../stock/settleStock';
import { adjustStockInput, type AdjustStockInput } from './inventory.input';
import type { StockDocument } from '../stock/stock.repository';
import type { StoredMovement } from '../stock/stockMovements';

export interface ProductAvailability {
  readonly status: 'IN_STOCK' | 'LOW_STOCK' | 'OUT_OF_STOCK';
  /** null: stock is not tracked, or above the threshold. */
  readonly left: number | null;
}

export async function readAvailability(context: Context, input: unknown): Promise<ProductAvailability> {
  await authorize(context, 'availability');
  const asked = parseInput(productInput, input);
  const product = await findByEither(context.repositories, asked);
  if (!product || !maySeeProduct(null, product)) throw noSuchProduct(asked.slug === null ? 'id' : 'slug');
  const count = await context.repositories.stock.find(product._id);
  const isForSale = count === null ? product.inStock : count.available > 0 && product.purchasable !== false;
  if (!isForSale) return { status: 'OUT_OF_STOCK', left: null };
  if (count === null || count.available > count.lowStockThreshold) return { status: 'IN_STOCK', left: null };
  return { status: 'LOW_STOCK', left: count.available };
}

/** null: stock is not tracked. */
export async function readStockLevel(context: Context, id: string): Promise<StockDocument | null> {
  const signedIn = await authorize(context, 'stockLevel');
  const { _id } = await requireOwnProduct(context, signedIn, parseRecordId(id));
  return context.repositories.stock.find(_id);
}

const noSuchProduct = (field = 'id') => new NotFoundError('There is no such product.', field);

async function requireOwnProduct(context: Context, signedIn: SignedIn, id: ObjectId | null): Promise<ProductDocument> {
  const product = id && (await context.repositories.products.findById(id));
  if (!product) throw noSuchProduct();
  await requireOwnerOrHide(context, signedIn, product, noSuchProduct());
  return product;
}

/** By a delta or to a count; writes the movement along with it. */
export async function adjustStock(context: Context, input: unknown): Promise<StockDocument> {
  const signedIn = await authorize(context, 'adjustStock');
  const { id, ...wanted } = parseInput(adjustStockInput, input);
  const movementId = `adjust:${newId(context).toHexString()}`;
  const product = await requireOwnProduct(context, signedIn, id);
  const { stock } = context.repositories;
  const before = await stock.find(product._id);
  const adjust = () => adjustLevel(context, signedIn, { ...wanted, productId: product._id, movementId, before });
  if (await isRecorded(stock, before, movementId)) return adjust();
  const { delta, count, reason, lowStockThreshold } = wanted;
  const after = count ?? (before?.onHand ?? 0) + (delta ?? 0);
  const logged = countAudit(product, before, { after, reason, lowStockThreshold });
  return logged.changes.length === 0 ? adjust() : auditIfAdmin(context, signedIn, logged, adjust);
}

interface WantedLevel extends Omit<AdjustStockInput, 'id'> {
  readonly productId: ObjectId;
  readonly movementId: string;
  readonly before: StockDocument | null;
}

async function adjustLevel(context: Context, { viewer }: SignedIn, wanted: WantedLevel): Promise<StockDocument> {
  const { productId, movementId, before, delta, count, version, reason, lowStockThreshold } = wanted;
  const { stock } = context.repositories;
  const movement: StoredMovement = {
    _id: movementId,
    productId,
    delta: delta ?? (count ?? 0) - (before?.onHand ?? 0),
    reason,
    byUid: viewer.uid,
    order: null,
    at: context.now(),
  };
  const change = { movement, version, lowStockThreshold, field: delta === null ? 'count' : 'delta' };
  if (!before) await beginCount(context, change);
  else if (!(await isRecorded(stock, before, movementId))) await adjustCounted(context, before, change);
  const after = await stock.find(productId);
  if (!after) throw noSuchProduct();
  await settleStock(context.repositories, after);
  context.loaders.stockById.clear(productId.toHexString());
  return after;
}

/** Latest first, including those still in the stock document. */
export async function movementsOf(
  { repositories: { stock } }: Pick<Context, 'repositories'>,
  { _id, movements: pending }: StockDocument,
): Promise<StoredMovement[]> {
  const stored = await stock.movementsOf(_id, maxMovements);
  const ids = new Set(stored.map((movement) => movement._id));
  return [...pending.filter((movement) => !ids.has(movement._id)).reverse(), ...stored].slice(0, maxMovements);
}

const maxMovements = 50;
