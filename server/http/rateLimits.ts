import type { RequestHandler } from 'express';
import { createBoundedCache } from '../cache/boundedCache';
import { RateLimitedError } from '../errors';
import { stateOf, type RequestState } from './requestState';

export type RateClass =
  'reads' | 'writes' | 'tokens' | 'registrations' | 'messages' | 'checkouts' | 'notices' | 'wrongKeys';

/** What all processes together have counted; see rateCounts.repository.ts. */
export interface SharedCounts {
  /** Adds to what a client has used of its present window, and says how long that still is. */
  readonly add: (
    key: string,
    used: number,
    windowMs: number,
  ) => Promise<{ readonly used: number; readonly leftMs: number }>;
}

type CountedAtOnce = 'reads' | 'notices' | 'wrongKeys';

/** All throw the error that both surfaces answer as 429 with Retry-After. */
export interface RateLimiter {
  /**
   * Counts reads, signed notices and wrong API keys, at once: all that a call asks for pass, or none of them and none is counted. Where several processes share the limits, each tells the others whenever a client has used
   * another twentieth, so that together they may let through a twentieth each too many.
   */
  (kind: CountedAtOnce, client: string, amount?: number): void;
  /** Throws where the client has used all of it, and counts nothing. */
  readonly requireRoom: (kind: RateClass, client: string) => void;
  /** The same, but for those who go another way where it is refused, and are refused there. */
  readonly permitsReads: (client: string, amount?: number) => boolean;
  /** Counts exactly, whatever process a call reaches. While the database is away, each process counts for itself. */
  readonly charge: (kind: RateClass, client: string, amount?: number) => Promise<void>;
  /** False: there is no limit, and no need to know the client. */
  readonly counts: (kind: RateClass) => boolean;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** What is stored for long is counted for long. */
const windowOf = (kind: RateClass) => (kind === 'messages' || kind === 'checkouts' ? dayMs : minuteMs);
const shares = 20;

interface Window {
  readonly key: string;
  readonly lasts: number;
  used: number;
  /** Of `used`, what the others do not know yet. */
  untold: number;
  endsAt: number;
}

/**
 * Per minute, of messages and checkouts per day, and client; 0 is off. By the clock that only goes forward: one that somebody sets would lock clients out or
 * tell them a wrong time to wait.
 */
export function createRateLimiter(
  limits: Readonly<Partial<Record<RateClass, number>>>,
  shared?: SharedCounts,
  onRefusal: (kind: RateClass) => void = () => undefined,
): RateLimiter {
  const windows = createBoundedCache<Window>('rateWindows', () => 64);
  const limitOf = (kind: RateClass) => limits[kind] ?? 0;
  const counts = (kind: RateClass) => limitOf(kind) > 0;

  const openWindow = (key: string, lasts: number): Window => {
    const now = performance.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    // A copy: a part of a text keeps all of it in memory, and addresses are parts of headers.
    const own = Buffer.from(key).toString();
    const window = { key: own, lasts, used: 0, untold: 0, endsAt: now + lasts };
    windows.set(own, window);
    return window;
  };

  /** How much of the limit all have used, this call with it. */
  const tell = async (counter: SharedCounts, window: Window): Promise<number> => {
    const { key, lasts, untold } = window;
    window.untold = 0;
    const all = await counter.add(key, untold, lasts);
    // What was counted here meanwhile is not in it.
    window.used = Math.max(window.used, all.used + window.untold);
    window.endsAt = performance.now() + all.leftMs;
    return all.used;
  };

  const countHere = (kind: RateClass, client: string, amount: number): Window | RateLimitedError => {
    const window = openWindow(`${kind} ${client}`, windowOf(kind));
    if (window.used + amount > limitOf(kind)) return refusal(window);
    window.used += amount;
    window.untold += amount;
    return window;
  };

  /** null: it is within the limit. */
  const refusalOfReads = (kind: CountedAtOnce, client: string, amount: number): RateLimitedError | null => {
    if (!counts(kind)) return null;
    const window = countHere(kind, client, amount);
    if (window instanceof RateLimitedError) return window;
    // Nobody waits for it; without the others' numbers this process goes by its own.
    if (shared && window.untold * shares >= limitOf(kind)) void tell(shared, window).catch(() => undefined);
    return null;
  };

  const refuse = (kind: RateClass, error: RateLimitedError): never => {
    onRefusal(kind);
    throw error;
  };

  const limitReads = (kind: CountedAtOnce, client: string, amount = 1) => {
    const refused = refusalOfReads(kind, client, amount);
    if (refused) refuse(kind, refused);
  };
  const permitsReads = (client: string, amount = 1) => refusalOfReads('reads', client, amount) === null;

  const charge = async (kind: RateClass, client: string, amount = 1) => {
    if (!counts(kind)) return;
    const window = countHere(kind, client, amount);
    if (window instanceof RateLimitedError) return refuse(kind, window);
    const used = shared ? await tell(shared, window).catch(() => window.used) : window.used;
    if (used > limitOf(kind)) refuse(kind, refusal(window));
  };

  const requireRoom = (kind: RateClass, client: string) => {
    if (!counts(kind)) return;
    const window = openWindow(`${kind} ${client}`, windowOf(kind));
    if (window.used >= limitOf(kind)) refuse(kind, refusal(window));
  };

  return Object.assign(limitReads, { permitsReads, charge, counts, requireRoom });
}

const refusal = ({ endsAt }: Window) =>
  new RateLimitedError(Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)));

/** Every call costs one read, whatever it turns out to be; what it costs on top is charged where it is known. */
export function limitCalls(limiter: RateLimiter): RequestHandler {
  return (_request, response, next) => {
    const state = stateOf(response);
    limiter('reads', state.client);
    state.paidReads += 1;
    next();
  };
}

/** What is paid is taken first; whoever cannot pay the rest is refused before any of it is done. */
export function chargeReads(limiter: RateLimiter, state: RequestState, amount: number): void {
  const paid = Math.min(state.paidReads, amount);
  if (amount > paid) limiter('reads', state.client, amount - paid);
  state.paidReads -= paid;
}

/** The same for those who are refused elsewhere. */
export function canPayReads({ permitsReads }: RateLimiter, state: RequestState, amount: number): boolean {
  const paid = Math.min(state.paidReads, amount);
  if (amount > paid && !permitsReads(state.client, amount - paid)) return false;
  state.paidReads -= paid;
  return true;
}

const classes: Readonly<Record<string, readonly RateClass[]>> = {
  createAccessToken: ['tokens'],
  registerUser: ['registrations'],
  sendContactMessage: ['writes', 'messages'],
  findOrder: ['writes', 'messages'],
  startCheckout: ['writes', 'checkouts'],
};

export function mutationClasses(field: string): readonly RateClass[] {
  return classes[field] ?? ['writes'];
}
