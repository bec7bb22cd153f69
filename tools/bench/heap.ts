import { join } from 'node:path';
import type { BenchShop } from './startBenchShop';

/** Options of Node for a shop that is asked what stays in its memory. */
export const heapProbe: readonly string[] = [
  '--expose-gc',
  '--require',
  join(process.cwd(), 'tools', 'bench', 'heapProbe.cjs'),
];

/** After a garbage collection; both in bytes. */
export interface Heap {
  readonly heapUsed: number;
  readonly rss: number;
  readonly handles: number;
}

/** Of a shop that was started with the probe. */
export const heapOf = async (shop: BenchShop): Promise<Heap> => (await shop.ask('heap')) as Heap;
