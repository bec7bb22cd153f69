import { UnavailableError } from '../errors';
import { isRecorded } from './changeCount';
import type { StockRepository } from './stock.repository';
import type { StoredMovement } from './stockMovements';

/** Each failed try means a concurrent change. */
const maxTries = 100;

/**
 * Returns sold pieces to stock, once per movement: whether it was made is only certain for the version that was read.
 * Pieces that were not tracked when sold are not added.
 */
export async function returnPieces(
  stock: StockRepository,
  { sale, movement }: { readonly sale: string; readonly movement: StoredMovement },
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const level = await stock.find(movement.productId);
    if (!level || (await isRecorded(stock, level, movement._id)) || !(await isRecorded(stock, level, sale))) return;
    if (await stock.putBack(level._id, level.version, movement)) return;
  }
  throw new UnavailableError();
}
