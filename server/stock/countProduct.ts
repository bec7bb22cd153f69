import type { ObjectId } from 'mongodb';
import { auditIfAdmin } from '../audit/auditIfAdmin';
import type { AuditChange } from '../audit/audit.repository';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import { auditText } from '../audit/auditText';
import { adjustCounted, beginCount, endCount, impossible, isRecorded, stillHeld } from './changeCount';
import { forgetCount, settleStock } from './settleStock';
import type { StockDocument } from './stock.repository';
import type { StockReason, StoredMovement } from './stockMovements';

/** The product fields that stock tracking needs. */
export interface CountedProduct {
  readonly _id: ObjectId;
  readonly name: string;
  readonly purchasable?: boolean | undefined;
}

export interface WantedCount {
  /** null: stop tracking. */
  readonly count: number | null;
  /** The count that the caller has seen; undefined: any. */
  readonly seen?: number | undefined;
  /** Derived from the request, so that a retry recognizes its own change. */
  readonly movementId: string;
}

interface FoundCount {
  readonly level: StockDocument | null;
  readonly present: number | null;
  /** It has the requested value, or this request has set it before. */
  readonly isDone: boolean;
}

async function findCount(
  { repositories: { stock } }: Context,
  { _id }: CountedProduct,
  { count, seen, movementId }: WantedCount,
): Promise<FoundCount> {
  const level = await stock.find(_id);
  const present = level?.onHand ?? null;
  const isOwn = await isRecorded(stock, level, movementId);
  const isDone = count === present || (isOwn && count !== null);
  if (!isDone && seen !== undefined && seen !== present && !isOwn) throw changedSince(present);
  return { level, present, isDone };
}

/** Rejects an impossible count before any change that goes with it. */
export async function requireCountable(context: Context, product: CountedProduct, wanted: WantedCount): Promise<void> {
  const { level, isDone } = await findCount(context, product, wanted);
  if (isDone || !level) return;
  const { count } = wanted;
  if (count === null && level.available < level.onHand) throw stillHeld();
  const refusal = count === null ? null : impossible(level, 'stock', count - level.onHand);
  if (refusal) throw refusal;
}

/** Sets the count from a form or a file's row. The caller checks the permission. */
export async function countProduct(
  context: Context,
  signedIn: SignedIn,
  product: CountedProduct,
  wanted: WantedCount,
): Promise<void> {
  const { count, movementId } = wanted;
  const { level, present, isDone } = await findCount(context, product, wanted);
  if (isDone) {
    // A crash may have come between.
    if (count === null && product.purchasable !== undefined) await forgetCount(context.repositories, product._id);
    return;
  }
  const change = async () => {
    const movement: StoredMovement = {
      _id: movementId,
      productId: product._id,
      delta: (count ?? 0) - (present ?? 0),
      reason: 'CORRECTION',
      byUid: signedIn.viewer.uid,
      order: null,
      at: context.now(),
    };
    if (count === null && level) await stopCounting(context, product, level, movement);
    else await setCount(context, product, level, movement);
  };
  await auditIfAdmin(context, signedIn, countAudit(product, level, { after: count, reason: 'CORRECTION' }), change);
  context.loaders.stockById.clear(product._id.toHexString());
}

async function setCount(
  context: Context,
  { _id }: CountedProduct,
  level: StockDocument | null,
  movement: StoredMovement,
): Promise<void> {
  const { stock } = context.repositories;
  if (level) await adjustCounted(context, level, { version: level.version, field: 'stock', movement });
  else await beginCount(context, { version: null, field: 'stock', movement });
  const after = await stock.find(_id);
  if (after) await settleStock(context.repositories, after);
}

async function stopCounting(
  context: Context,
  product: CountedProduct,
  level: StockDocument,
  movement: StoredMovement,
): Promise<void> {
  await endCount(context, level, movement);
  await forgetCount(context.repositories, product._id);
}

const changedSince = (present: number | null) =>
  new ConflictError(
    present === null
      ? 'Its pieces are not counted any more. What you typed is kept.'
      : `There are ${present} by now: the count was changed meanwhile. What you typed is kept.`,
    'stock',
  );

interface LoggedCount {
  readonly after: number | null;
  readonly reason: StockReason;
  readonly lowStockThreshold?: number | null;
}

/** The audit entry of a change of the stock. */
export function countAudit(
  product: CountedProduct,
  level: StockDocument | null,
  { after, reason, lowStockThreshold = null }: LoggedCount,
) {
  const changes: AuditChange[] = [];
  const before = level?.onHand ?? null;
  if (lowStockThreshold !== null && lowStockThreshold !== level?.lowStockThreshold) {
    const threshold = level?.lowStockThreshold ?? null;
    changes.push({ field: 'lowStockThreshold', before: textOf(threshold), after: textOf(lowStockThreshold) });
  }
  if (after !== before) {
    changes.unshift({ field: 'stock', before: textOf(before), after: textOf(after) });
    changes.push({ field: 'reason', before: null, after: reason });
  }
  return {
    subject: auditText(product.name) ?? '',
    subjectId: product._id.toHexString(),
    kind: 'ADJUST_STOCK' as const,
    subjectVersion: level?.version ?? null,
    changes,
  };
}

const textOf = (count: number | null) => (count === null ? null : String(count));
