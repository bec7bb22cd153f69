import type { Context } from '../context';
import { ConflictError } from '../errors';
import { maxOnHand, newStock, type StockDocument, type StockRepository } from './stock.repository';
import type { StoredMovement } from './stockMovements';

type Deps = Pick<Context, 'repositories'>;

export interface Adjustment {
  /** The version that the caller has seen; 0: stock was not tracked; null: any. */
  readonly version: number | null;
  /** The input field with the amount or the count. */
  readonly field: string;
  readonly movement: StoredMovement;
  /** Written with the movement; null: it stays. */
  readonly lowStockThreshold?: number | null;
}

/** Versions begin with 1. */
const notTracked = 0;

/** Whether a request has changed the level already; the movement's id is derived from it. */
export const isRecorded = async (stock: StockRepository, level: StockDocument | null, movementId: string) =>
  (level?.thresholdRequests?.includes(movementId) ?? false) ||
  (level?.movements.some(({ _id }) => _id === movementId) ?? false) ||
  (await stock.hasMovement(movementId));

/** With tracked stock. */
export async function adjustCounted({ repositories: { stock } }: Deps, before: StockDocument, adjustment: Adjustment) {
  const { version, field, movement, lowStockThreshold = null } = adjustment;
  const { delta } = movement;
  // Nothing else tells the repetition of a call without an Idempotency-Key.
  if (field === 'delta' && delta === 0 && lowStockThreshold === before.lowStockThreshold) return;
  if (version !== null && version !== before.version) throw changedMeanwhile();
  if (delta === 0) {
    const { _id: by } = movement;
    if (lowStockThreshold === null || (await stock.setThreshold(before._id, version, lowStockThreshold, by))) return;
    throw changedMeanwhile();
  }
  // A count is a stocktaking result: pieces sold meanwhile would be subtracted twice.
  const seen = field === 'delta' ? version : before.version;
  if (await stock.adjust(before._id, seen, movement, { lowStockThreshold })) return;
  const now = await stock.find(before._id);
  const isAsSeen = now !== null && (seen === null || now.version === seen);
  throw (isAsSeen && impossible(now, field, delta)) || changedMeanwhile();
}

/** Starts stock tracking. The switch is stored first: stock alone does not put on sale what its seller took off. */
export async function beginCount({ repositories: { stock, products } }: Deps, begun: Adjustment) {
  const { movement, version, field, lowStockThreshold = null } = begun;
  const { productId, delta } = movement;
  if (version !== null && version !== notTracked) throw changedMeanwhile();
  if (field === 'delta' && delta <= 0) throw new ConflictError('It is not counted yet: give a count.', 'delta');
  const level = { ...newStock(productId, delta), ...(lowStockThreshold !== null && { lowStockThreshold }) };
  await products.keepSwitch(productId);
  const created = await stock.create({ ...level, movements: [movement], isFlagDue: true });
  if (!created) throw changedMeanwhile();
  // The end of an earlier count may have removed it before there was a stock to see.
  await products.keepSwitch(productId);
}

/** The movement removes the whole stock, so that later tracking starts at zero; idempotent. */
export async function endCount({ repositories: { stock } }: Deps, before: StockDocument, movement: StoredMovement) {
  if (movement.delta !== 0 && !(await stock.adjust(before._id, before.version, movement, { isEnd: true }))) {
    const level = await stock.find(before._id);
    throw level && level.available < level.onHand ? stillHeld() : changedMeanwhile();
  }
  const now = await stock.find(before._id);
  if (!now) return;
  await stock.storeMovements(now);
  if (!(await stock.deleteEmpty(before._id))) throw changedMeanwhile();
}

/** Why the stock cannot change by this; null: it can. */
export function impossible({ onHand, available }: StockDocument, field: string, delta: number): ConflictError | null {
  const after = onHand + delta;
  const refuse = (sentence: string) => new ConflictError(sentence, field);
  if (after < 0) return refuse(onHand === 0 ? 'There are none.' : `There ${areOnly(onHand)}.`);
  const held = onHand - available;
  if (after < held) return refuse(`${numbers.format(held)} ${held === 1 ? 'is' : 'are'} held for purchases under way.`);
  return delta > 0 && after > maxOnHand ? refuse(`At most ${numbers.format(maxOnHand)} can be counted.`) : null;
}

const numbers = new Intl.NumberFormat('en-US');
const areOnly = (count: number) => `${count === 1 ? 'is' : 'are'} only ${numbers.format(count)}`;

export const stillHeld = () =>
  new ConflictError('Pieces are held for purchases under way: they have to be counted until these are over.', 'stock');

export const changedMeanwhile = () =>
  new ConflictError('The count was changed meanwhile. Look at it again; what you typed is kept.', 'version');
