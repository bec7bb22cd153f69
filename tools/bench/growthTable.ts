import { compare, type Measured, type Round } from './compare';
import { heapOf, heapProbe } from './heap';
import { eachOnce } from './measure';
import { startBenchShop, type BenchShop } from './startBenchShop';
import { materialOf } from './startContenders';
import { distinctIds, distinctRequests, type DistinctId, type Material } from './workloads';

export interface GrowthSettings {
  readonly rounds: number;
  readonly sizes: readonly number[];
  readonly database: string;
  /** Starts a shop with so many products on that database. */
  readonly start: (products: number) => Promise<BenchShop>;
}

export interface GrowthRow {
  readonly database: string;
  readonly workload: DistinctId;
  readonly products: number;
  readonly measured: Measured;
  /** The p50 as a multiple of that with the fewest products. */
  readonly times: number;
  /** The API's heap afterwards, after a garbage collection. */
  readonly heapMb: number;
}

export const embeddedName = 'embedded';

/** With the probe that reports the heap. */
export const startEmbedded = (products: number): Promise<BenchShop> =>
  startBenchShop({ products, people: 1, nodeOptions: heapProbe });

/** The smallest shop must have more slugs. */
const requestsPerRun = 900;
/** High enough for every run to end with its last request. */
const longestSeconds = 120;

/** The same distinct requests for each shop on one connection; a run ends with the last one or by time. */
export function growing(target: BenchShop, workload: DistinctId, material: Material, seconds: number): Round {
  const runOf = async (round: number) => {
    await target.changeCatalogue();
    const requests = distinctRequests(workload, material, requestsPerRun, 1_000 + round);
    return { connections: 1, seconds, next: eachOnce(requests, target.port) };
  };
  return { target, runOf };
}

/** Measures shops of all sizes in turn. */
export async function measureGrowth(
  { rounds, sizes, database, start }: GrowthSettings,
  onRow: (row: GrowthRow) => void,
): Promise<GrowthRow[]> {
  const shops: [products: number, shop: BenchShop][] = [];
  const rows: GrowthRow[] = [];
  try {
    for (const products of sizes) shops.push([products, await start(products)]);
    const [smallest] = shops;
    if (!smallest) return rows;
    const material = await materialOf(smallest[1], smallest[0]);
    for (const workload of distinctIds) {
      const contenders = shops.map(([products, shop]) => [
        String(products),
        growing(shop, workload, material, longestSeconds),
      ]);
      const measured = await compare<string>(Object.fromEntries(contenders), rounds);
      for (const [products, shop] of shops) {
        const one = measured[String(products)];
        const base = measured[String(smallest[0])];
        if (!one || !base) continue;
        const times = one.figures.p50 / base.figures.p50;
        const { heapUsed } = await heapOf(shop);
        const row = { database, workload, products, measured: one, times, heapMb: heapUsed / 2 ** 20 };
        rows.push(row);
        onRow(row);
      }
    }
    return rows;
  } finally {
    for (const [, shop] of shops) await shop.stop();
  }
}
