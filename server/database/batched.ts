import DataLoader from 'dataloader';

const maxBatchSize = 100;

/**
 * Batches concurrent reads of several requests into one command: `ask` gets all keys, possibly with duplicates, and
 * returns results in their order, with an Error for a key whose caller alone is to fail. Nothing is cached: each caller
 * is answered by a command sent after the call.
 */
export function batched<K, R>(ask: (keys: readonly K[]) => Promise<readonly (R | Error)[]>): (key: K) => Promise<R> {
  // Requests that have arrived meanwhile are read before the next immediate.
  const loader = new DataLoader(ask, { cache: false, batchScheduleFn: setImmediate, maxBatchSize });
  return (key) => loader.load(key);
}

/** The database returns rows in any order; null for a key without one. */
export function inOrderOf<T>(keys: readonly string[], rows: readonly T[], keyOf: (row: T) => string): (T | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}
