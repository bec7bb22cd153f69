import type { RequestHandler } from 'express';
import { RateLimitedError } from '../errors';
import { stateOf } from './requestState';

export type RateClass = 'reads' | 'writes' | 'tokens' | 'registrations';
/** Throws the error that both surfaces answer as 429 with Retry-After. */
export interface RateLimiter {
  (kind: RateClass, client: string): void;
  /** False: there is no limit, and no need to know the client. */
  readonly counts: (kind: RateClass) => boolean;
}

const windowMs = 60_000;

interface Window {
  used: number;
  readonly endsAt: number;
}

/**
 * Per minute and client; 0 is off. By the clock that only goes forward: one that somebody sets would lock clients out or
 * tell them a wrong time to wait.
 */
export function createRateLimiter(limits: Readonly<Record<RateClass, number>>): RateLimiter {
  const windows = new Map<string, Window>();
  const counts = (kind: RateClass) => limits[kind] > 0;
  const limit = (kind: RateClass, client: string) => {
    if (!counts(kind)) return;
    const now = performance.now();
    const key = `${kind} ${client}`;
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      forgetEnded(windows, now);
      window = { used: 0, endsAt: now + windowMs };
      windows.set(key, window);
    }
    window.used += 1;
    if (window.used > limits[kind]) throw new RateLimitedError(Math.ceil((window.endsAt - now) / 1000));
  };
  return Object.assign(limit, { counts });
}

/** All windows are of one length, so that the oldest end first. */
function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now) return;
    windows.delete(key);
  }
}

/** Every call costs one read, whatever it turns out to be; what a mutation costs on top is charged where it is known. */
export function limitCalls(limiter: RateLimiter): RequestHandler {
  return (_request, response, next) => {
    limiter('reads', stateOf(response).client);
    next();
  };
}

const classes: Record<string, RateClass> = { createAccessToken: 'tokens', registerUser: 'registrations' };

export function mutationClass(field: string): RateClass {
  return classes[field] ?? 'writes';
}
