const everyMs = 5_000;

/** Shutdown in two phases: nothing new is started, then work in progress is aborted. */
export interface Shutdown {
  readonly isStopped: () => boolean;
  readonly stopping: AbortSignal;
}

export const neverStopping: Shutdown = { isStopped: () => false, stopping: new AbortController().signal };

/** How long work in progress may take on shutdown. */
const graceMs = 3_000;

interface PeriodicSweep {
  readonly databaseReady: () => boolean;
  /** Never rejects. */
  readonly sweep: (ending: Shutdown) => Promise<void>;
  /** Resolves when no detached work of a sweep is in progress. */
  readonly idle?: () => Promise<void>;
}

/**
 * Runs the sweep every few seconds while the database is available, with jitter between processes. Returns a function
 * that stops it: waits for the sweep in progress and soon aborts its signal.
 */
export function sweepPeriodically({ databaseReady, sweep, idle }: PeriodicSweep): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const ending: Shutdown = { isStopped: () => isStopped, stopping: stopping.signal };

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
