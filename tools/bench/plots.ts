import type { Measured } from './compare';
import type { Comparison } from './comparisonTables';
import type { BesideRow } from './growthBeside';
import { embeddedName, type GrowthRow } from './growthTable';
import { isValid, type Figures } from './measure';
import { drawPlot, type Plot } from './plot';
import { memoryConnections, type MemoryRow, type StartRow } from './processTable';
import type { Machine } from './report';

const figure = (measured: Measured | undefined, read: (figures: Figures) => number) =>
  measured?.valid ? read(measured.figures) : null;

const subtitle = ({ processors, node, at, loadAverage }: Machine, more: string) =>
  `${more} · ${processors}, Node ${node}, ${at.slice(0, 10)}, load average ${loadAverage} at the start`;

function comparisonPlot(
  rows: readonly Comparison[],
  read: (figures: Figures) => number,
  rest: Omit<Plot, 'groups'>,
): string {
  const groups = rows.map(({ workload, connections, measured }) => ({
    label: `${workload}, ${connections} conn.`,
    bars: [
      { series: 'Kiosk', value: figure(measured.shop, read) },
      ...(measured.plain ? [{ series: 'Apollo + Express', value: figure(measured.plain, read) }] : []),
      { series: 'bare node:http', value: figure(measured.bare, read) },
    ],
  }));
  return drawPlot({ ...rest, groups });
}

export function repeatedPlot(rows: readonly Comparison[], machine: Machine): string {
  return comparisonPlot(rows, ({ requestsPerSecond }) => requestsPerSecond, {
    title: 'The same requests again and again: answers per second',
    subtitle: subtitle(machine, 'API and database on one core, load on another'),
    unit: 'requests per second, logarithmic',
    ...{ digits: 0, logarithmic: true },
  });
}

export function distinctPlot(rows: readonly Comparison[], machine: Machine): string {
  return comparisonPlot(rows, ({ apiMicros }) => apiMicros, {
    title: 'Every request another one: processor time of the API for each',
    subtitle: subtitle(machine, 'shorter is better'),
    unit: 'microseconds of the API process per request, logarithmic',
    ...{ digits: 0, logarithmic: true },
  });
}

export function growthPlot(rows: readonly GrowthRow[], machine: Machine): string {
  const labelOf = ({ workload, database }: GrowthRow) => `${workload}, ${database}`;
  const groups = [...new Set(rows.map(labelOf))].map((label) => ({
    label,
    bars: rows
      .filter((row) => labelOf(row) === label)
      .map(({ products, measured }) => ({
        series: `${products.toLocaleString('en')} products`,
        value: figure(measured, ({ p50 }) => p50),
      })),
  }));
  return drawPlot({
    title: 'As the catalogue grows: time to answer, every request another one',
    subtitle: subtitle(machine, 'one connection'),
    unit: 'milliseconds, median',
    ...{ digits: 2, logarithmic: false, groups },
  });
}

export function besidePlot(rows: readonly BesideRow[], machine: Machine): string {
  const groups = rows.map(({ workload, products, database, embedded, other }) => ({
    label: `${workload}, ${products.toLocaleString('en')} products`,
    bars: [
      { series: embeddedName, value: figure(embedded, ({ p50 }) => p50) },
      { series: database, value: figure(other, ({ p50 }) => p50) },
    ],
  }));
  return drawPlot({
    title: 'The shop on its own database and on others: time to answer, every request another one',
    subtitle: subtitle(machine, 'one connection'),
    unit: 'milliseconds, median, logarithmic',
    ...{ digits: 2, logarithmic: true, groups },
  });
}

export function startsPlot(rows: readonly StartRow[], machine: Machine): string {
  const groups = rows.map(({ isFirst, firstPageMs }, index) => ({
    label: `Start ${index + 1}${isFirst ? ', new folder' : ''}`,
    bars: [{ series: 'npm start', value: firstPageMs }],
  }));
  return drawPlot({
    title: 'From npm start to the first page of products',
    subtitle: subtitle(machine, 'the client is built'),
    unit: 'milliseconds',
    ...{ digits: 0, logarithmic: false, groups },
  });
}

export function memoryPlot(rows: readonly MemoryRow[], machine: Machine): string {
  const groups = rows.map(({ workload, residentMb, figures }) => ({
    label: workload === null ? 'Started' : `${workload}, ${memoryConnections} conn.`,
    bars: [{ series: 'API process', value: !figures || isValid(figures) ? residentMb : null }],
  }));
  return drawPlot({
    title: 'Memory of the API process, one workload after the other',
    subtitle: subtitle(machine, 'resident'),
    unit: 'MB',
    ...{ digits: 0, logarithmic: false, groups },
  });
}

export interface SoakSample {
  readonly minute: number;
  readonly heapMb: number;
  readonly rssMb: number;
}

const soakParts = 12;

/** The maximum of each twelfth of the run. */
export function soakPlot(samples: readonly SoakSample[], machine: Machine): string {
  const size = Math.ceil(samples.length / soakParts);
  const starts = samples.filter((_, index) => index % size === 0);
  const groups = starts.map(({ minute }, part) => {
    const own = samples.slice(part * size, (part + 1) * size);
    const most = (read: (sample: SoakSample) => number) => Math.max(...own.map(read));
    return {
      label: `From minute ${minute.toFixed(0)}`,
      bars: [
        { series: 'in use on the heap', value: most(({ heapMb }) => heapMb) },
        { series: 'resident', value: most(({ rssMb }) => rssMb) },
      ],
    };
  });
  return drawPlot({
    title: 'Mixed requests at the normal rate: memory of the API process',
    subtitle: subtitle(machine, 'after a garbage collection every ten seconds'),
    unit: 'MB',
    ...{ digits: 1, logarithmic: false, groups },
  });
}
