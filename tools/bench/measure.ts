import { cpuMicros, residentMb } from './processFigures';
import { bytesOf, type ShopRequest } from './requests';
import { sendLoad, type NextRequest } from './sendLoad';

export interface Target {
  readonly port: number;
  readonly pid: number;
  readonly databasePid: number | null;
}

export interface Figures {
  readonly answers: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time per request; null where there is no such process. */
  readonly apiMicros: number;
  readonly databaseMicros: number | null;
  readonly residentMb: number;
  /** The share of its processor that the load generator used: near 1 it measures itself. */
  readonly loadShare: number;
  readonly failures: Readonly<Record<string, number>>;
}

export interface Run {
  readonly connections: number;
  readonly seconds: number;
  readonly next: NextRequest;
}

export const quantile = (sorted: ArrayLike<number>, share: number) =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;

/** Repeats the requests endlessly. */
export function repeating(requests: readonly ShopRequest[], port: number): NextRequest {
  const bytes = requests.map((request) => bytesOf(request, port));
  let index = -1;
  return () => bytes[(index += 1) % bytes.length] ?? null;
}

/** Sends each request once. */
export function eachOnce(requests: readonly ShopRequest[], port: number): NextRequest {
  const bytes = requests.map((request) => bytesOf(request, port));
  let index = -1;
  return () => bytes[(index += 1)] ?? null;
}

export async function measure({ port, pid, databasePid }: Target, run: Run): Promise<Figures> {
  const cpuBefore = [cpuMicros(pid), databasePid === null ? 0 : cpuMicros(databasePid)] as const;
  const loadBefore = process.cpuUsage();
  const { answers, seconds, latencies, failures } = await sendLoad({ port, ...run });
  const load = process.cpuUsage(loadBefore);
  return {
    answers,
    requestsPerSecond: answers / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    apiMicros: (cpuMicros(pid) - cpuBefore[0]) / answers,
    databaseMicros: databasePid === null ? null : (cpuMicros(databasePid) - cpuBefore[1]) / answers,
    residentMb: residentMb(pid),
    loadShare: (load.user + load.system) / 1e6 / seconds,
    failures,
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** The median of each figure over the rounds; the maximum of memory, the sum of failures. */
export function medianOf(rounds: readonly Figures[]): Figures {
  const of = (read: (figures: Figures) => number) => median(rounds.map(read));
  const failures: Record<string, number> = {};
  for (const round of rounds) {
    for (const [what, times] of Object.entries(round.failures)) failures[what] = (failures[what] ?? 0) + times;
  }
  return {
    answers: rounds.reduce((sum, { answers }) => sum + answers, 0),
    requestsPerSecond: of(({ requestsPerSecond }) => requestsPerSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    apiMicros: of(({ apiMicros }) => apiMicros),
    databaseMicros: rounds[0]?.databaseMicros === null ? null : of(({ databaseMicros }) => databaseMicros ?? NaN),
    residentMb: Math.max(...rounds.map((round) => round.residentMb)),
    loadShare: of(({ loadShare }) => loadShare),
    failures,
  };
}

export const isValid = ({ answers, failures }: Figures) => answers > 0 && Object.keys(failures).length === 0;
