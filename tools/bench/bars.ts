import { mongodb } from '../scripts/otherDatabases';
import type { Comparison } from './comparisonTables';
import type { BesideRow } from './growthBeside';
import type { GrowthRow } from './growthTable';
import { isValid, median, type Figures } from './measure';
import { memoryConnections, type MemoryRow, type StartRow } from './processTable';
import { ratio } from './report';
import type { DistinctId } from './workloads';

export interface Bar {
  readonly text: string;
  readonly met: boolean;
}

const rate = ({ requestsPerSecond }: Figures) => requestsPerSecond;
const cpu = ({ apiMicros }: Figures) => apiMicros;
const told = (value: number | null | undefined, digits: number) => value?.toFixed(digits) ?? 'not measured';

const mostResidentMb = 250;

/** Repeated reads must come close to the bare server, within 250 MB. */
export function repeatedBars(rows: readonly Comparison[]): Bar[] {
  return rows.flatMap(({ workload, connections, measured }) => {
    const figures = measured.shop?.valid ? measured.shop.figures : undefined;
    if (['W1', 'W2'].includes(workload) && connections === 16) {
      const share = ratio(measured.shop, measured.bare, rate);
      return [
        { text: `${workload}, 16: at least 0.50 of (a): ${told(share, 3)}`, met: (share ?? 0) >= 0.5 },
        { text: `${workload}, 16: p99 under 5 ms: ${told(figures?.p99, 2)}`, met: (figures?.p99 ?? Infinity) < 5 },
      ];
    }
    if (workload !== 'W5' || connections !== 64) return [];
    const memory = figures?.residentMb;
    return [
      { text: `W5, 64: under ${mostResidentMb} MB: ${told(memory, 0)}`, met: (memory ?? Infinity) < mostResidentMb },
    ];
  });
}

/** Distinct requests must cost less than on plain Apollo Server with Express. */
export function distinctBars(rows: readonly Comparison[]): Bar[] {
  return rows.flatMap(({ workload, connections, measured }) => {
    const saved = ratio(measured.plain, measured.shop, cpu);
    const faster = ratio(measured.shop, measured.plain, rate);
    const name = `${workload} distinct, ${connections}`;
    return [
      { text: `${name}: (b) takes at least 1.2 times the CPU: ${told(saved, 2)}`, met: (saved ?? 0) >= 1.2 },
      { text: `${name}: not fewer requests/s than (b): ${told(faster, 2)}`, met: (faster ?? 0) >= 1 },
    ];
  });
}

/** The maximum ratio of the p50 with up to 100,000 products to that with the fewest. */
export const mostTimes = { embedded: 2, mongodb: 1.5 } as const;
const isLarge = (products: number) => products > 100_000;
const largeMs = 50;
/** About fifty bytes for each of 100,000 products. */
const mostGrownMb = 5;

/** Latency and heap of the shop by number of products. */
export function growthBars(most: number, rows: readonly GrowthRow[]): Bar[] {
  const smallestOf = (id: DistinctId) => rows.find(({ workload }) => workload === id);
  return rows.flatMap((row) => {
    const { database, workload, products, measured, times, heapMb } = row;
    const smallest = smallestOf(workload);
    if (!smallest || smallest === row) return [];
    const name = `${database}, ${workload}, ${products} products`;
    const { p50 } = measured.figures;
    const time = isLarge(products)
      ? { text: `${name}: p50 under ${largeMs} ms: ${told(p50, 2)}`, met: measured.valid && p50 < largeMs }
      : { text: `${name}: at most ${most} times the p50: ${told(times, 2)}`, met: measured.valid && times <= most };
    const grown = heapMb - smallest.heapMb;
    const memory = `${name}: the API keeps at most ${mostGrownMb} MB more: ${told(grown, 1)}`;
    return [time, { text: memory, met: grown <= mostGrownMb }];
  });
}

/** The shop must respond faster on its own database than on MongoDB-compatible ones; real MongoDB is only printed. */
export function besideBars(rows: readonly BesideRow[]): Bar[] {
  const compatible = rows.filter(({ database }) => database !== mongodb.name);
  return compatible.map(({ workload, products, database, embedded, other }) => {
    const share = ratio(embedded, other, ({ p50 }) => p50);
    const text = `${workload}, ${products} products: p50 below that on ${database}: ${told(share, 2)} of it`;
    return { text, met: (share ?? Infinity) < 1 };
  });
}

const longestStartMs = 2_000;

export function startBars(rows: readonly StartRow[]): Bar[] {
  const usual = median(rows.map(({ firstPageMs }) => firstPageMs));
  const text = `npm start: the first page within ${longestStartMs} ms (median of ${rows.length}): ${usual.toFixed(0)}`;
  return [{ text, met: usual <= longestStartMs }];
}

export function memoryBars(rows: readonly MemoryRow[]): Bar[] {
  const mixed = rows.flatMap(({ workload, residentMb, figures }) =>
    workload === 'W5' && figures ? [{ residentMb, isGood: isValid(figures) }] : [],
  );
  const most = Math.max(...mixed.map(({ residentMb }) => residentMb));
  const text = `W5, ${memoryConnections}, after and before W4: always under ${mostResidentMb} MB: ${most.toFixed(0)}`;
  return [{ text, met: mixed.every(({ isGood }) => isGood) && most < mostResidentMb }];
}
