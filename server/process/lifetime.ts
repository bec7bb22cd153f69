import type { Logger } from 'pino';

export interface Lifetime {
  /** Aborted when shutdown begins. */
  readonly signal: AbortSignal;
  /** Shuts down gracefully; at once on a second call or after a timeout. null: the reason was logged already. */
  readonly end: (code: number, reason: string | null) => void;
}

interface LifetimeOptions {
  readonly log: Logger;
  readonly signals: readonly NodeJS.Signals[];
  /** Graceful shutdown. */
  readonly stop: () => Promise<void>;
  /** Immediate shutdown. */
  readonly forceStop: () => void;
}

/** Prints one line, or one for each invalid setting. */
export function reportStartFailure(error: unknown): void {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const text = lines.length === 1 ? ` ${lines[0]}` : lines.map((line) => `\n  ${line}`).join('');
  process.stderr.write(`Kiosk cannot start:${text}\n`);
}

const stopWithinMs = 4_900;
/** Ctrl-C comes from the terminal and again from npm, which forwards it: a repeat within this time is the same signal. */
const sameSignalMs = 500;

/** Ends the process on a signal or an uncaught failure. */
export function createLifetime({ log, signals, stop, forceStop }: LifetimeOptions): Lifetime {
  const ending = new AbortController();
  const exitAtOnce = () => {
    forceStop();
    process.exit(1);
  };
  let endingSince = 0;
  const end = (code: number, reason: string | null) => {
    if (ending.signal.aborted) {
      log.warn({ reason }, 'Stopping at once');
      exitAtOnce();
    }
    if (reason !== null) log.info({ reason }, 'Stopping');
    endingSince = performance.now();
    ending.abort();
    setTimeout(() => {
      log.error('Stopping took too long');
      exitAtOnce();
    }, stopWithinMs).unref();
    void stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        exitAtOnce();
      },
    );
  };
  const isRepeated = (signal: NodeJS.Signals) =>
    signal === 'SIGINT' && ending.signal.aborted && performance.now() - endingSince < sameSignalMs;
  for (const signal of signals) {
    process.on(signal, () => {
      if (!isRepeated(signal)) end(0, signal);
    });
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception');
    end(1, 'uncaughtException');
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'Unhandled rejection');
    end(1, 'unhandledRejection');
  });
  return { signal: ending.signal, end };
}
