import type { Shutdown } from './sweepPeriodically';

interface Sharing<T> {
  readonly concurrency: number;
  readonly ending: Shutdown;
  readonly work: (item: T) => Promise<void>;
  /** The outcome of the item is unknown; the other items continue. */
  readonly onFailure: (item: T, error: unknown) => void;
}

/** Runs the work on each item with limited concurrency; starts nothing new on shutdown. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  { concurrency, ending, work, onFailure }: Sharing<T>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !ending.isStopped(); item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        onFailure(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
