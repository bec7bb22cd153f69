const everyMs = 5_000;

/** How the process ends: nothing is begun any more, then what is under way is broken off. */
export interface Ending {
  readonly isStopped: () => boolean;
  readonly stopping: AbortSignal;
}

export const neverEnding: Ending = { isStopped: () => false, stopping: new AbortController().signal };

/** How long what is under way may still take when the process ends. */
const graceMs = 3_000;

interface Sweeping {
  readonly databaseReady: () => boolean;
  /** Never rejects. */
  readonly sweep: (ending: Ending) => Promise<void>;
  /** Resolves when nothing is under way that a sweep has begun and not waited for. */
  readonly idle?: () => Promise<void>;
}

/**
 * Sweeps each few seconds while the database can be used, at another moment in each process. Answers how to stop, which waits for the
 * sweep under way and soon breaks off what heeds its signal.
 */
export function sweepRegularly({ databaseReady, sweep, idle }: Sweeping): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const ending: Ending = { isStopped: () => isStopped, stopping: stopping.signal };

  const sweepOnce = async (): Promise<void> => {
    if (databaseReady()) await sweep(ending);
  };
  const plan = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = sweepOnce().finally(plan);
      },
      everyMs * (0.5 + Math.random()),
    );
    timer.unref();
  };
  plan();
  return async () => {
    isStopped = true;
    const grace = setTimeout(() => stopping.abort(), graceMs);
    clearTimeout(timer);
    await running;
    await idle?.();
    clearTimeout(grace);
  };
}
