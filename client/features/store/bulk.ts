import type { BulkProductAction } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { formatCount } from '../../lib/formatCount';

const undoMinutes = constants.retention.deletedItemMinutes;

/** The server takes 100; smaller chunks show progress and stay within the timeout. */
const chunkSize = 25;

export interface Chosen {
  id: string;
  name: string;
}

export interface BulkOutcome extends Chosen {
  /** Null on success. */
  error: string | null;
}

export interface BulkResult {
  action: BulkProductAction;
  outcomes: readonly BulkOutcome[];
}

export function chunksOf<T>(all: readonly T[], size = chunkSize): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const words: Record<BulkProductAction, { button: string; doing: string; done: string }> = {
  ACTIVATE: { button: 'Activate', doing: 'Activating', done: 'Activated' },
  DEACTIVATE: { button: 'Deactivate', doing: 'Deactivating', done: 'Deactivated' },
  IN_STOCK: { button: 'In stock', doing: 'Putting in stock', done: 'In stock now' },
  OUT_OF_STOCK: { button: 'Out of stock', doing: 'Putting out of stock', done: 'Out of stock now' },
  DELETE: { button: 'Delete', doing: 'Deleting', done: 'Deleted' },
};

export const bulkActions = ['ACTIVATE', 'DEACTIVATE', 'IN_STOCK', 'OUT_OF_STOCK', 'DELETE'] as const;
export const bulkLabels = (action: BulkProductAction) => words[action];

const products = (count: number) => (count === 1 ? '1 product' : `${formatCount(count)} products`);

export const failedOf = ({ outcomes }: BulkResult): BulkOutcome[] => outcomes.filter(({ error }) => error !== null);

/** 'Deactivated: 22 of 24 products, 2 failed'. */
export function formatBulkResult(result: BulkResult): string {
  const { done } = words[result.action];
  const total = result.outcomes.length;
  const failed = failedOf(result).length;
  if (failed === 0) return `${done}: ${products(total)}`;
  return `${done}: ${formatCount(total - failed)} of ${products(total)}, ${formatCount(failed)} failed`;
}

export function bulkDeleteDetail(count: number): string {
  if (count === 1) return `1 product is selected. It goes at once; for ${undoMinutes} minutes it can be brought back.`;
  return `${products(count)} are selected. They go at once; for ${undoMinutes} minutes they can be brought back.`;
}
