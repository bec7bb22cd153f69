import type { Comparison } from './comparisonTables';
import type { BesideRow } from './growthBeside';
import type { GrowthRow } from './growthTable';
import { isValid, median, type Figures } from './measure';
import { memoryConnections, type MemoryRow, type StartRow } from './processTable';
import { ratio } from './report';

export interface Bar {
  readonly text: string;
  readonly met: boolean;
}

const rate = ({ requestsPerSecond }: Figures) => requestsPerSecond;
const cpu = ({ apiMicros }: Figures) => apiMicros;
const told = (value: number | null | undefined, digits: number) => value?.toFixed(digits) ?? 'not measured';

const mostResidentMb = 250;

/** What is read over and over comes in sight of the limit, within 250 MB. */
export function repeatedBars(rows: readonly Comparison[]): Bar[] {
  return rows.flatMap(({ workload, connections, measured }) => {
    const figures = measured.shop?.valid ? measured.shop.figures : undefined;
    if (['W1', 'W2'].includes(workload) && connections === 16) {
      const share = ratio(measured.shop, measured.bare, rate);
      return [
        { text: `${workload}, 16: at least 0.40 of (a): ${told(share, 3)}`, met: (share ?? 0) >= 0.4 },
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

/** What is not repeated costs less than on plain Apollo Server with Express. */
export function distinctBars(rows: readonly Comparison[]): Bar[] {
  return rows.flatMap(({ workload, connections, measured }) => {
    const saved = ratio(measured.plain, measured.shop, cpu);
    const faster = ratio(measured.shop, measured.plain, rate);
    const name = `${workload} distinct, ${connections}`;
    return [
      { text: `${name}: (b) takes at least 1.5 times the CPU: ${told(saved, 2)}`, met: (saved ?? 0) >= 1.5 },
      { text: `${name}: not fewer requests/s than (b): ${told(faster, 2)}`, met: (faster ?? 0) >= 1 },
    ];
  });
}

const mostTimes = 2;

export function growthBars(rows: readonly GrowthRow[]): Bar[] {
  return rows.flatMap(({ workload, products, measured, times }, index) => {
    const isSmallest = rows.findIndex((row) => row.workload === workload) === index;
    if (isSmallest) return [];
    const text = `${workload}, ${products} products: at most ${mostTimes} times the p50: ${told(times, 2)}`;
    return [{ text, met: measured.valid && times <= mostTimes }];
  });
}

/** The shop answers sooner on its own database than on another one. */
export function besideBars(rows: readonly BesideRow[]): Bar[] {
  return rows.map(({ workload, products, database, embedded, other }) => {
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
