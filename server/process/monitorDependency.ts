import type { Logger } from 'pino';
import type { DependencyFault, DependencyName, DependencyState } from '../http/health';

/** null: healthy. */
export type DependencyResult = { readonly fault: DependencyFault; readonly error: unknown } | null;

export interface DependencyCheck {
  readonly name: DependencyName;
  /** One small request. */
  readonly check: () => Promise<DependencyResult>;
  /** For the operator: what is wrong, what to set, and what does not work meanwhile. */
  readonly describe: (fault: DependencyFault) => string;
  /** Interval while it is healthy. */
  readonly everyMs: number;
  /** How long after the start it may be unavailable without a fault. */
  readonly startsWithinMs?: number;
}

export interface MonitoredDependency {
  readonly name: DependencyName;
  /** null: healthy. */
  readonly state: () => DependencyState | null;
  /** A caller has met a fault: schedules a check soon. */
  readonly suspect: () => void;
  readonly stop: () => void;
}

export interface MonitorIntervals {
  readonly shortestMs: number;
  readonly maxMs: number;
  /** Overrides the interval while healthy. */
  readonly everyMs?: number;
}

const defaultIntervals: MonitorIntervals = { shortestMs: 1_000, maxMs: 60_000 };
const answerWithinMs = 10_000;

/** Checks a dependency in the background: at once, then periodically, after a fault with increasing delays. Each change is logged once. */
export function monitorDependency(
  { name, check, describe, everyMs, startsWithinMs = 0 }: DependencyCheck,
  log: Pick<Logger, 'info' | 'warn'>,
  { shortestMs, maxMs, everyMs: wellMs = everyMs }: MonitorIntervals = defaultIntervals,
): MonitoredDependency {
  const startedAt = performance.now();
  let fault: DependencyFault | null = null;
  let isLookedAt = false;
  let isSound = false;
  let faultsInARow = 0;
  let isStopped = false;
  let isLooking = false;
  let isSuspected = false;
  let timer: NodeJS.Timeout | undefined;

  const lookIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms).unref();
  };
  const look = async (): Promise<void> => {
    isLooking = true;
    isSuspected = false;
    const found = await withinLimit(check());
    isLooking = false;
    if (isStopped) return;
    isLookedAt = true;
    faultsInARow = found === null ? 0 : faultsInARow + 1;
    const isStarting = found !== null && !isSound && performance.now() - startedAt < startsWithinMs;
    isSound ||= found === null;
    report(isStarting ? { fault: 'starting', error: null } : found);
    const pause = isStarting ? shortestMs : Math.min(maxMs, shortestMs * 2 ** (faultsInARow - 1));
    lookIn(found === null ? wellMs : pause);
  };
  const report = (found: DependencyResult) => {
    const before = fault;
    fault = found?.fault ?? null;
    if (fault === before) return;
    if (found === null) {
      if (before !== 'starting') log.info({ part: name }, `${describeAgain[name]} again`);
    } else if (found.fault !== 'starting')
      log.warn({ part: name, fault: found.fault, err: found.error }, describe(found.fault));
  };
  void look();
  return {
    name,
    state: () => (isLookedAt ? fault : 'checking'),
    suspect: () => {
      // Once: each further caller would put the check off.
      if (fault !== null || isLooking || isSuspected || isStopped) return;
      isSuspected = true;
      lookIn(shortestMs);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const describeAgain: Readonly<Record<DependencyName, string>> = {
  identity: 'The identity provider answers',
  payments: 'The payment provider answers',
  mail: 'The mail server can be used',
};

/** A check that rejects or times out counts as no answer. */
async function withinLimit(checked: Promise<DependencyResult>): Promise<DependencyResult> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${answerWithinMs} ms.`)), answerWithinMs).unref();
  });
  try {
    return await Promise.race([checked, limit]);
  } catch (error) {
    return { fault: 'unreachable', error };
  } finally {
    clearTimeout(timer);
  }
}
