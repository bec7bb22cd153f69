import { MongoServerError } from 'mongodb';
import type { Logger } from 'pino';
import type { UnavailableError } from '../errors';

/** Limits the log during an outage, when every request fails with the same code. */
const warnEveryMs = 60_000;
const warnedAt = new Map<unknown, number>();

/** Logs why the database refused a command, e.g. its disk is full: the caller is only told to try again. */
export function logRefusal(log: Pick<Logger, 'warn'>, { cause }: UnavailableError, now = performance.now()): void {
  if (!(cause instanceof MongoServerError)) return;
  const { code } = cause;
  if (now - (warnedAt.get(code) ?? -Infinity) < warnEveryMs) return;
  warnedAt.set(code, now);
  log.warn({ err: cause }, 'The database refuses what it is asked');
}
