import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbeddedMongo, type EmbeddedMongoOptions, type EmbeddedMongoProcess } from './mongodb/startEmbeddedMongo';

export interface EmbeddedMongoKeeper {
  readonly uri: string;
  pid(): number | null;
  stop(): Promise<void>;
}

interface KeeperOptions extends EmbeddedMongoOptions {
  readonly log: Pick<Logger, 'error' | 'info'>;
}

const longestPauseMs = 5_000;

/** Starts the database again, at the same address, whenever its process ends without being asked to. */
export async function keepEmbeddedMongo({ log, ...options }: KeeperOptions): Promise<EmbeddedMongoKeeper> {
  let stopped = false;
  let current: EmbeddedMongoProcess | null = await startEmbeddedMongo(options);
  let starting: Promise<void> = Promise.resolve();
  const { uri } = current;
  const port = Number(new URL(uri).port);

  const restart = async () => {
    for (let pause = 100; !stopped; pause = Math.min(longestPauseMs, pause * 2)) {
      await delay(pause);
      if (stopped) return;
      try {
        current = await startEmbeddedMongo({ ...options, port });
        if (stopped) await current.stop();
        else watch(current);
        log.info('The embedded database runs again');
        return;
      } catch (error) {
        log.error({ err: error }, 'The embedded database could not be started again');
      }
    }
  };
  const watch = (process: EmbeddedMongoProcess) => {
    process.onExit((code, signal) => {
      current = null;
      if (stopped) return;
      log.error({ code, signal }, 'The embedded database ended; starting it again');
      starting = restart();
    });
  };
  watch(current);
  return {
    uri,
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopped = true;
      await current?.stop();
      await starting;
    },
  };
}
