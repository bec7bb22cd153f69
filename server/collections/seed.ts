import { generatedEntries, generatedProducts, generatedUsers } from './generated';
import { generatedOrders } from './generatedOrders';
import type { Repositories } from './repositories';

export interface SeedAmounts {
  readonly products: number;
  readonly users: number;
  readonly entries: number;
  /** None if missing. */
  readonly orders?: number;
}

const batchSize = 1_000;
/** One batch is generated while the database stores the other. */
const maxBatches = 2;

/**
 * Adds generated records up to the given amounts, in ascending keys, which LMDB and WiredTiger store most compactly.
 * Existing records are kept, so that an interrupted run can be repeated.
 */
export async function seed(
  { products, users, store, orders }: Repositories,
  amounts: SeedAmounts,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await inBatches(amounts.users, (from, to) => users.insertMany(generatedUsers(from, to)), onProgress);
  await inBatches(
    amounts.products,
    (from, to) => products.insertMany(generatedProducts(from, to, amounts.users)),
    onProgress,
  );
  await inBatches(amounts.entries, (from, to) => store.insertMany(generatedEntries(from, to, amounts)), onProgress);
  await inBatches(amounts.orders ?? 0, (from, to) => orders.insertMany(generatedOrders(from, to, amounts)), onProgress);
}

async function inBatches(
  total: number,
  insert: (from: number, to: number) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < total) {
      const from = next;
      const to = Math.min(total, from + batchSize);
      next = to;
      await insert(from, to);
      onProgress(to - from);
    }
  };
  await Promise.all(Array.from({ length: maxBatches }, work));
}
