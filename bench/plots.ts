import type { Measured } from './compare';
import type { Comparison } from './comparisonTables';
import type { GrowthRow } from './growthTable';
import type { Figures } from './measure';
import { drawPlot, type Plot } from './plot';
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
  const groups = [...new Set(rows.map(({ workload }) => workload))].map((workload) => ({
    label: workload,
    bars: rows
      .filter((row) => row.workload === workload)
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
