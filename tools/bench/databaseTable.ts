import type { Bar } from './bars';
import type { Contender } from './databaseContenders';
import { say } from './report';

export interface Row {
  readonly name: string;
  /** The kind of requirement; 'more' is printed only. */
  readonly kind: 'time' | 'inserts' | 'memory' | 'ready' | 'more';
  /** By database name. */
  readonly figures: Readonly<Record<string, number | null>>;
}

const told = (value: number | null | undefined) =>
  value === null || value === undefined ? '-' : value.toFixed(value < 100 ? 2 : 0);

export function sayTable(contenders: readonly Contender[], rows: readonly Row[]): void {
  const names = contenders.map(({ name }) => name);
  const heads = contenders.map(({ name, version }) => `${name} (${version})`);
  say(`\n${''.padEnd(40)}${heads.map((head) => head.padStart(22)).join('')}`);
  for (const { name, figures } of rows)
    say(`${name.padEnd(40)}${names.map((each) => told(figures[each]).padStart(22)).join('')}`);
}

const mostMs = 3;
const leastInserts = 3_000;
/** With slower syncs the disk, not the database, limits the durable inserts. */
const quickSyncMs = 0.3;
const mostMb = 150;
const readyWithinMs = 1_000;

export function databaseBars(own: string, rows: readonly Row[], syncMs: number): Bar[] {
  return rows.flatMap(({ name, kind, figures }) => {
    const figure = figures[own] ?? NaN;
    const others = Object.entries(figures).filter(([each]) => each !== own);
    const against = (isBetter: (other: number) => boolean) =>
      others.map(([each, other]) => ({
        text: `${name}: ${told(figure)}, faster than ${each} (${told(other)})`,
        met: other !== null && isBetter(other),
      }));
    if (kind === 'time')
      return [
        { text: `${name}: ${told(figure)}, under ${mostMs}`, met: figure < mostMs },
        ...against((other) => figure < other),
      ];
    if (kind === 'inserts') {
      const text = `${name}: ${told(figure)}, at least ${leastInserts}`;
      const bar =
        syncMs < quickSyncMs
          ? { text, met: figure >= leastInserts }
          : { text: `${text} where a sync takes under ${quickSyncMs} ms; here ${told(syncMs)}`, met: true };
      return [bar, ...against((other) => figure > other)];
    }
    if (kind === 'memory') return [{ text: `${name}: ${told(figure)}, under ${mostMb}`, met: figure < mostMb }];
    if (kind === 'ready')
      return [{ text: `${name}: ${told(figure)}, under ${readyWithinMs}`, met: figure < readyWithinMs }];
    return [];
  });
}
