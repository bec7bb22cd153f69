import type { Logger } from 'pino';
import type { PartFault, PartName, PartState } from '../http/health';

/** null: healthy. */
export type CheckedPart = { readonly fault: PartFault; readonly error: unknown } | null;

export interface PartToWatch {
  readonly name: PartName;
  /** One small request. */
  readonly check: () => Promise<CheckedPart>;
  /** For the operator: what is wrong, what to set, and what does not work meanwhile. */
  readonly describe: (fault: PartFault) => string;
  /** Interval while it is healthy. */
  readonly everyMs: number;
  /** How long after the start it may be unavailable without a fault. */
  readonly startsWithinMs?: number;
}

export interface WatchedPart {
  readonly name: PartName;
  /** null: healthy. */
  readonly state: () => PartState | null;
  /** A caller has met a fault: schedules a check soon. */
  readonly suspect: () => void;
  readonly stop: () => void;
}

export interface WatchPauses {
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Overrides the interval while healthy. */
  readonly everyMs?: number;
}

const usualPauses: WatchPauses = { shortestMs: 1_000, longestMs: 60_000 };
const answerWithinMs = 10_000;

/** Checks a dependency in the background: at once, then periodically, after a fault with increasing delays. Each change is logged once. */
export function watchPart(
  { name, check, describe, everyMs, startsWithinMs = 0 }: PartToWatch,
  log: Pick<Logger, 'info' | 'warn'>,
  { shortestMs, longestMs, everyMs: wellMs = everyMs }: WatchPauses = usualPauses,
): WatchedPart {
  const startedAt = performance.now();
  let fault: PartFault | null = null;
  let isLookedAt = false;
  let isSound = false;
  let faultsInARow = 0;
  let isStopped = false;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  const lookIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms).unref();
  };
  const look = async (): Promise<void> => {
    isLooking = true;
    const found = await withinLimit(check());
    isLooking = false;
    if (isStopped) return;
    isLookedAt = true;
    faultsInARow = found === null ? 0 : faultsInARow + 1;
    const isStarting = found !== null && !isSound && performance.now() - startedAt < startsWithinMs;
    isSound ||= found === null;
    report(isStarting ? { fault: 'starting', error: null } : found);
    const pause = isStarting ? shortestMs : Math.min(longestMs, shortestMs * 2 ** (faultsInARow - 1));
    lookIn(found === null ? wellMs : pause);
  };
  const report = (found: CheckedPart) => {
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
      if (fault === null && !isLooking && !isStopped) lookIn(shortestMs);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const describeAgain: Readonly<Record<PartName, string>> = {
  identity: 'The identity provider answers',
  payments: 'The payment provider answers',
  mail: 'The mail server answers',
};

/** A check that rejects or times out counts as no answer. */
async function withinLimit(checked: Promise<CheckedPart>): Promise<CheckedPart> {
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
