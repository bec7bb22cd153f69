import type { Ending } from './sweepRegularly';

interface Sharing<T> {
  readonly atOnce: number;
  readonly ending: Ending;
  readonly work: (item: T) => Promise<void>;
  /** What has become of the item is not known; the others are gone on with. */
  readonly onFailure: (item: T, error: unknown) => void;
}

/** The work on each item, some at once; nothing is begun any more once the process ends. */
export async function shareWork<T>(
  items: readonly T[],
  { atOnce, ending, work, onFailure }: Sharing<T>,
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
  await Promise.all(Array.from({ length: atOnce }, worker));
}
