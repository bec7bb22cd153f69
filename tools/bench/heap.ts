import { join } from 'node:path';
import type { BenchShop } from './startBenchShop';

/** Node options for a shop that reports its heap. */
export const heapProbe: readonly string[] = [
  '--expose-gc',
  '--require',
  join(process.cwd(), 'tools', 'bench', 'heapProbe.cjs'),
];

/** In bytes, after a garbage collection. */
export interface Heap {
  readonly heapUsed: number;
  readonly rss: number;
  readonly handles: number;
}

/** The heap of a shop that was started with the probe. */
export const heapOf = async (shop: BenchShop): Promise<Heap> => (await shop.ask('heap')) as Heap;
