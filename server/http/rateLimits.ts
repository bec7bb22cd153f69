import type { Request, RequestHandler } from 'express';
import { createBoundedCache } from '../cache/boundedCache';
import { RateLimitedError } from '../errors';
import { stateOf } from './requestState';

export type RateClass = 'reads' | 'writes' | 'tokens' | 'registrations';

/** What all processes together have counted; see rateCounts.repository.ts. */
export interface SharedCounts {
  /** Adds to what a client has used of its present minute. */
  readonly add: (key: string, used: number) => Promise<{ readonly used: number; readonly leftMs: number }>;
}

/** Both throw the error that both surfaces answer as 429 with Retry-After. */
export interface RateLimiter {
  /**
   * Counts one read at once. Where several processes share the limits, each tells the others whenever a client has used
   * another twentieth, so that together they may let through a twentieth each too many.
   */
  (kind: 'reads', client: string): void;
  /** Counts one call exactly, whatever process it reaches. While the database is away, each process counts for itself. */
  readonly charge: (kind: RateClass, client: string) => Promise<void>;
  /** False: there is no limit, and no need to know the client. */
  readonly counts: (kind: RateClass) => boolean;
}

const windowMs = 60_000;
const shares = 20;

interface Window {
  readonly key: string;
  used: number;
  /** Of `used`, what the others do not know yet. */
  untold: number;
  endsAt: number;
}

/**
 * Per minute and client; 0 is off. By the clock that only goes forward: one that somebody sets would lock clients out or
 * tell them a wrong time to wait.
 */
export function createRateLimiter(limits: Readonly<Record<RateClass, number>>, shared?: SharedCounts): RateLimiter {
  const windows = createBoundedCache<Window>('rateWindows', () => 64);
  const counts = (kind: RateClass) => limits[kind] > 0;

  const openWindow = (key: string): Window => {
    const now = performance.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    const window = { key, used: 0, untold: 0, endsAt: now + windowMs };
    windows.set(key, window);
    return window;
  };

  /** How much of the limit all have used, this call with it. */
  const tell = async (counter: SharedCounts, window: Window): Promise<number> => {
    const { key, untold } = window;
    window.untold = 0;
    const all = await counter.add(key, untold);
    // What was counted here meanwhile is not in it.
    window.used = Math.max(window.used, all.used + window.untold);
    window.endsAt = performance.now() + all.leftMs;
    return all.used;
  };

  const countHere = (kind: RateClass, client: string): Window => {
    const window = openWindow(`${kind} ${client}`);
    window.used += 1;
    window.untold += 1;
    if (window.used > limits[kind]) throw tooMany(window);
    return window;
  };

  const limitReads = (kind: 'reads', client: string) => {
    if (!counts(kind)) return;
    const window = countHere(kind, client);
    // Nobody waits for it; without the others' numbers this process goes by its own.
    if (shared && window.untold * shares >= limits[kind]) void tell(shared, window).catch(() => undefined);
  };

  const charge = async (kind: RateClass, client: string) => {
    if (!counts(kind)) return;
    const window = countHere(kind, client);
    const used = shared ? await tell(shared, window).catch(() => window.used) : window.used;
    if (used > limits[kind]) throw tooMany(window);
  };

  return Object.assign(limitReads, { charge, counts });
}

const tooMany = ({ endsAt }: Window) =>
  new RateLimitedError(Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)));

/** Every call costs one read, whatever it turns out to be; what a mutation costs on top is charged where it is known. */
export function limitCalls(limiter: RateLimiter, isCounted: (request: Request) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!isCounted(request)) limiter('reads', stateOf(response).client);
    next();
  };
}

const classes: Record<string, RateClass> = { createAccessToken: 'tokens', registerUser: 'registrations' };

export function mutationClass(field: string): RateClass {
  return classes[field] ?? 'writes';
}
