import { UnavailableError } from '../errors';
import { isMade } from './changeCount';
import type { StockRepository } from './stock.repository';
import type { StoredMovement } from './stockMovements';

/** Each lost try means that somebody else has changed the count just now. */
const triesAtOnce = 100;

/**
 * Puts back what a sale has taken, once for its movement: that it has not been made is only true of the version that was looked at.
 * What was not taken from a count is not put into one.
 */
export async function returnPieces(
  stock: StockRepository,
  { sale, movement }: { readonly sale: string; readonly movement: StoredMovement },
): Promise<void> {
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const level = await stock.find(movement.productId);
    if (!level || (await isMade(stock, level, movement._id)) || !(await isMade(stock, level, sale))) return;
    if (await stock.adjust(level._id, level.version, movement)) return;
  }
  throw new UnavailableError();
}
