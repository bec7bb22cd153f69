import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbeddedMongo, type EmbeddedMongoOptions, type EmbeddedMongoProcess } from './startEmbeddedMongo';

export interface EmbeddedMongoSupervisor {
  readonly uri: string;
  pid(): number | null;
  stop(): Promise<void>;
}

interface SupervisorOptions extends EmbeddedMongoOptions {
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Called when the database is not restarted any more. */
  readonly onGiveUp: () => void;
  /** Consecutive exits and failed starts after which the database is given up. */
  readonly maxFailures?: number;
}

const shortestPauseMs = 100;
const maxPauseMs = 5_000;
/** A run of at least this duration resets the failures. */
const stableAfterMs = 60_000;

/** Restarts the database at the same address whenever its process exits unexpectedly. */
export async function superviseEmbeddedMongo(options: SupervisorOptions): Promise<EmbeddedMongoSupervisor> {
  const { log, onGiveUp, maxFailures = 10, ...own } = options;
  const start = { ...own, onOutput: (line: string) => log.error({ err: line }, 'The embedded database reports') };
  const stopped = new AbortController();
  let current: EmbeddedMongoProcess | null = await startEmbeddedMongo(start);
  let startedAt = performance.now();
  let failures = 0;
  let starting: Promise<void> = Promise.resolve();
  const { uri } = current;
  const port = Number(new URL(uri).port);

  const restart = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      failures += 1;
      if (failures > maxFailures) {
        log.error(
          `The embedded database ended or did not start ${failures} times in a row and is given up. ` +
            `If its folder ${start.dataDir} is damaged, restore it from a backup.`,
        );
        return onGiveUp();
      }
      const pause = Math.min(maxPauseMs, shortestPauseMs * 2 ** (failures - 1));
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted || (await tryStart())) return;
    }
  };
  const tryStart = async (): Promise<boolean> => {
    try {
      current = await startEmbeddedMongo({ ...start, port });
    } catch (error) {
      log.error({ err: error }, 'The embedded database could not be started again');
      return false;
    }
    startedAt = performance.now();
    if (current.uri !== uri) {
      // Connected clients know the old credentials and cannot be updated.
      log.error(`The credentials of the embedded database in ${start.dataDir} have changed: start the shop again`);
      await current.stop();
      current = null;
      return false;
    }
    if (stopped.signal.aborted) await current.stop();
    else watch(current);
    log.info('The embedded database runs again');
    return true;
  };
  const watch = (process: EmbeddedMongoProcess): void => {
    process.onExit((code, signal) => {
      current = null;
      if (stopped.signal.aborted) return;
      log.error({ code, signal }, 'The embedded database ended; starting it again');
      if (performance.now() - startedAt > stableAfterMs) failures = 0;
      starting = restart();
    });
  };
  watch(current);
  return {
    uri,
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopped.abort();
      await current?.stop();
      await starting;
    },
  };
}
