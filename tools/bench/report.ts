import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './compare';
import type { Comparison, Fairness } from './comparisonTables';
import type { BesideRow } from './growthBeside';
import type { GrowthRow } from './growthTable';
import type { Figures } from './measure';
import type { MemoryRow, StartRow } from './processTable';
import type { ContenderName } from './startContenders';

export const say = (line: string) => process.stdout.write(`${line}\n`);

const names: Readonly<Record<ContenderName, string>> = {
  shop: 'Kiosk',
  bare: '(a) node:http',
  plain: '(b) Apollo + Express',
};

const columns = ['req/s', 'p50 ms', 'p99 ms', 'API µs', 'DB µs', 'RSS MB', 'load %', 'of (a)', 'of (b)', 'CPU (b)/'];
const head = (title: string) => `${title.padEnd(30)}${columns.map((column) => column.padStart(10)).join('')}`;
const cell = (value: number | null, digits: number) =>
  (value === null || Number.isNaN(value) ? '-' : value.toFixed(digits)).padStart(10);

function figureCells({ requestsPerSecond, p50, p99, apiMicros, databaseMicros, residentMb, loadShare }: Figures) {
  return [
    cell(requestsPerSecond, 0),
    cell(p50, 2),
    cell(p99, 2),
    cell(apiMicros, 0),
    cell(databaseMicros, 0),
    cell(residentMb, 0),
    cell(100 * loadShare, 0),
  ].join('');
}

const invalid = ({ figures }: Measured) =>
  `INVALID: ${Object.entries(figures.failures)
    .map(([what, times]) => `${times} x ${what}`)
    .join(', ')}`;

/** The ratio of two measurements; null if one is missing or invalid. */
export function ratio(
  one: Measured | undefined,
  other: Measured | undefined,
  read: (figures: Figures) => number,
): number | null {
  return one?.valid && other?.valid ? read(one.figures) / read(other.figures) : null;
}

const rate = ({ requestsPerSecond }: Figures) => requestsPerSecond;
const cpu = ({ apiMicros }: Figures) => apiMicros;

export function sayComparison({ workload, title, connections, measured }: Comparison): void {
  say(`\n${head(`${workload}, ${connections} connection${connections === 1 ? '' : 's'}`)}   ${title}`);
  for (const name of Object.keys(names) as ContenderName[]) {
    const one = measured[name];
    if (!one) continue;
    const ratios = [
      cell(ratio(one, measured.bare, rate), 3),
      cell(ratio(one, measured.plain, rate), 2),
      cell(ratio(measured.plain, one, cpu), 2),
    ].join('');
    say(`  ${names[name].padEnd(28)}${one.valid ? figureCells(one.figures) + ratios : invalid(one)}`);
  }
}

export function sayFairness({ plainFromMemory, small, share, fair }: Fairness): void {
  say(`\n${head('Fairness: W1, 16, from memory')}`);
  for (const [name, one] of [
    ["(b)'s way", plainFromMemory],
    ['smallest schema', small],
  ] as const)
    say(`  ${name.padEnd(28)}${one.valid ? figureCells(one.figures) : invalid(one)}`);
  say(`  (b) reaches ${share.toFixed(2)} of it: ${fair ? 'fair' : 'UNFAIR, it must be 0.75'}`);
}

export function sayGrowth({ workload, products, measured, times, heapMb }: GrowthRow): void {
  const more = `   p50 x ${times.toFixed(2)}, ${heapMb.toFixed(1)} MB stay on the heap`;
  const cells = measured.valid ? `${figureCells(measured.figures)}${more}` : invalid(measured);
  say(`  ${`${workload}, ${products} products`.padEnd(28)}${cells}`);
}

export function sayBeside({ workload, products, database, embedded, other }: BesideRow): void {
  const told = (one: Measured) => (one.valid ? cell(one.figures.p50, 2) : invalid(one));
  say(
    `  ${`${workload}, ${products} products`.padEnd(28)} p50 ms ${told(embedded)} embedded ${told(other)} ${database}`,
  );
}

export function sayGrowthHead(database: string): void {
  say(`\n${head(`Growth: 1 connection, ${database}`)}`);
}

export function sayStart({ isFirst, firstPageMs }: StartRow): void {
  say(`  npm start, ${isFirst ? 'new folder' : 'same folder'}: first page after ${firstPageMs.toFixed(0)} ms`);
}

export function sayMemory({ workload, residentMb, figures }: MemoryRow): void {
  const rate = figures ? `, ${figures.requestsPerSecond.toFixed(0)} requests/s` : '';
  say(`  ${workload ?? 'before'}: ${residentMb.toFixed(0)} MB${rate}`);
}

export function machine() {
  const [cpu] = cpus();
  return {
    processors: `${cpus().length} x ${cpu?.model ?? 'unknown'}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(2)),
    at: new Date().toISOString(),
  };
}

export type Machine = ReturnType<typeof machine>;

export function keep(folder: string, name: string, figures: object, plot?: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
  if (plot !== undefined) writeFileSync(join(folder, `${name}.svg`), plot);
}
