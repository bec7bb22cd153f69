import type { Logger } from 'pino';

export interface Lifetime {
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** Ends the process: in order, or at once when it is asked for a second time or takes too long. null: why has been said. */
  readonly end: (code: number, reason: string | null) => void;
}

interface LifetimeOptions {
  readonly log: Logger;
  readonly signals: readonly NodeJS.Signals[];
  /** In order. */
  readonly stop: () => Promise<void>;
  /** At once. */
  readonly forceStop: () => void;
}

/** To whoever starts the shop: in one line, or in one for each of several settings. */
export function reportStartFailure(error: unknown): void {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const text = lines.length === 1 ? ` ${lines[0]}` : lines.map((line) => `\n  ${line}`).join('');
  process.stderr.write(`Kiosk cannot start:${text}\n`);
}

const stopWithinMs = 4_900;
/** Ctrl-C comes from the terminal and again from npm, which passes it on: what comes so soon after the first is the same order. */
const sameOrderMs = 500;

/** A process ends on a signal or on a failure that nobody caught. */
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
    signal === 'SIGINT' && ending.signal.aborted && performance.now() - endingSince < sameOrderMs;
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
