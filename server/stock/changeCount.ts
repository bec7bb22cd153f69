import type { Context } from '../context';
import { ConflictError } from '../errors';
import { newStock, type StockDocument, type StockRepository } from './stock.repository';
import type { StoredMovement } from './stockMovements';

type Deps = Pick<Context, 'repositories'>;

export interface Adjustment {
  /** The version that the caller has seen; null: any. */
  readonly version: number | null;
  /** The input field with the amount or the count. */
  readonly field: string;
  readonly movement: StoredMovement;
}

/** Whether a movement was made already; its id is derived from the request. */
export const isMade = async (stock: StockRepository, level: StockDocument | null, movementId: string) =>
  (level?.movements.some(({ _id }) => _id === movementId) ?? false) || (await stock.hasMovement(movementId));

/** With tracked stock. */
export async function adjustCounted({ repositories: { stock } }: Deps, before: StockDocument, adjustment: Adjustment) {
  const { version, field, movement } = adjustment;
  if (version !== null && version !== before.version) throw changedMeanwhile();
  // A count is a stocktaking result: pieces sold meanwhile would be subtracted twice.
  const seen = field === 'delta' ? version : before.version;
  if (await stock.adjust(before._id, seen, movement)) return;
  const now = await stock.find(before._id);
  if (seen !== null && now?.version !== seen) throw changedMeanwhile();
  throw fewerThanHeld(field);
}

/** Starts stock tracking. */
export async function beginCount({ repositories: { stock } }: Deps, { movement, version }: Omit<Adjustment, 'field'>) {
  const { productId, delta } = movement;
  if (version !== null) throw changedMeanwhile();
  if (delta < 0) throw new ConflictError('It is not counted yet: give a count.', 'delta');
  const created = await stock.create({ ...newStock(productId, delta), movements: [movement], isFlagDue: true });
  if (!created) throw changedMeanwhile();
}

/** The movement removes the whole stock, so that later tracking starts at zero; idempotent. */
export async function endCount({ repositories: { stock } }: Deps, before: StockDocument, movement: StoredMovement) {
  if (movement.delta !== 0 && !(await stock.adjust(before._id, null, movement, true))) {
    throw stillHeld();
  }
  const now = await stock.find(before._id);
  if (!now) return;
  await stock.storeMovements(now);
  if (!(await stock.deleteEmpty(before._id))) throw changedMeanwhile();
}

export const fewerThanHeld = (field: string) =>
  new ConflictError('That is fewer than are held for purchases under way, or more than can be counted.', field);

export const stillHeld = () =>
  new ConflictError('Pieces are held for purchases under way: they have to be counted until these are over.', 'stock');

export const changedMeanwhile = () =>
  new ConflictError('The count was changed meanwhile. Look at it again; what you typed is kept.', 'version');
