import type { RequestHandler } from 'express';
import { createBoundedCache } from '../cache/boundedCache';
import { RateLimitedError } from '../errors';
import { requestStateOf, type RequestState } from './requestState';

export type RateClass =
  | 'reads'
  | 'writes'
  | 'tokens'
  | 'registrations'
  | 'messages'
  | 'checkouts'
  | 'notices'
  | 'forgedNotices'
  | 'wrongKeys';

/** Counters in the database, for all processes; see rateCounts.repository.ts. */
export interface SharedCounts {
  /** Adds to the client's usage of the current window; returns the sum and the remaining time. */
  readonly add: (
    key: string,
    used: number,
    windowMs: number,
  ) => Promise<{ readonly used: number; readonly leftMs: number }>;
}

/** Which windows are counted in the database; the others end with the process. */
export interface StoredWindows {
  /** Needed by processes that share one shop. */
  readonly minutes?: SharedCounts | undefined;
  /** Needed always: within a day a process may be restarted, and its memory holds the latest windows only. */
  readonly days?: SharedCounts | undefined;
}

type CountedLocally = 'reads' | 'notices' | 'forgedNotices' | 'wrongKeys';

/** Takes a charge back; changes nothing where the window has ended. */
export type Refund = () => Promise<void>;

/** Exceeding a limit throws the error that becomes a 429 with Retry-After. */
export interface RateLimiter {
  /**
   * Counts reads, notices and wrong API keys synchronously: the whole amount passes, or nothing is counted.
   * Processes share their counts after each twentieth of the limit, so that each may exceed it by a twentieth.
   */
  (kind: CountedLocally, client: string, amount?: number): void;
  /** Throws if the client has used up its limit; counts nothing. */
  readonly refuseExhausted: (kind: RateClass, client: string) => void;
  /** As the call itself, but returns false instead of throwing. */
  readonly permitsReads: (client: string, amount?: number) => boolean;
  /**
   * Exact across processes. While the database is unavailable, each process counts by itself. Only what is counted by
   * the day, for its effects, can be refunded: a count of the minute bounds the work, which was done.
   */
  readonly charge: (kind: RateClass, client: string, amount?: number) => Promise<Refund>;
  /** False: no limit, so the client need not be identified. */
  readonly counts: (kind: RateClass) => boolean;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Windows of a day where the effects are stored for long. */
const windowOf = (kind: RateClass) => (kind === 'messages' || kind === 'checkouts' ? dayMs : minuteMs);
const shares = 20;

interface Window {
  readonly key: string;
  readonly lasts: number;
  used: number;
  /** The part of `used` that was not shared yet. */
  unshared: number;
  endsAt: number;
}

/**
 * Limits per client and minute, and per day for messages and checkouts; 0: unlimited. Uses the monotonic clock: a
 * change of the wall clock would lock clients out or give a wrong Retry-After.
 */
export function createRateLimiter(
  limits: Readonly<Partial<Record<RateClass, number>>>,
  { minutes, days }: StoredWindows = {},
  onRefusal: (kind: RateClass) => void = () => undefined,
): RateLimiter {
  const windows = createBoundedCache<Window>('rateWindows', () => 64);
  const limitOf = (kind: RateClass) => limits[kind] ?? 0;
  const counts = (kind: RateClass) => limitOf(kind) > 0;

  const openWindow = (key: string, lasts: number): Window => {
    const now = performance.now();
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    // A copy: a substring would keep the whole header in memory.
    const own = Buffer.from(key).toString();
    const window = { key: own, lasts, used: 0, unshared: 0, endsAt: now + lasts };
    windows.set(own, window);
    return window;
  };

  /** Shared usage including this call. */
  const shareCount = async (counter: SharedCounts, window: Window): Promise<number> => {
    const { key, lasts, unshared } = window;
    window.unshared = 0;
    const all = await counter.add(key, unshared, lasts);
    // Does not include what was counted here meanwhile.
    window.used = Math.max(window.used, all.used + window.unshared);
    window.endsAt = performance.now() + all.leftMs;
    return all.used;
  };

  const countHere = (kind: RateClass, client: string, amount: number): Window | RateLimitedError => {
    const window = openWindow(`${kind} ${client}`, windowOf(kind));
    if (window.used + amount > limitOf(kind)) return refusal(window);
    window.used += amount;
    window.unshared += amount;
    return window;
  };

  /** null: within the limit. */
  const refusalOf = (kind: CountedLocally, client: string, amount: number): RateLimitedError | null => {
    if (!counts(kind)) return null;
    const window = countHere(kind, client, amount);
    if (window instanceof RateLimitedError) return window;
    // Not awaited; without the others' numbers this process uses its own.
    if (minutes && window.unshared * shares >= limitOf(kind)) void shareCount(minutes, window).catch(() => undefined);
    return null;
  };

  const refuse = (kind: RateClass, error: RateLimitedError): never => {
    onRefusal(kind);
    throw error;
  };

  const limitLocally = (kind: CountedLocally, client: string, amount = 1) => {
    const refused = refusalOf(kind, client, amount);
    if (refused) refuse(kind, refused);
  };
  const permitsReads = (client: string, amount = 1) => refusalOf('reads', client, amount) === null;

  const charge = async (kind: RateClass, client: string, amount = 1) => {
    if (!counts(kind)) return nothing;
    const window = countHere(kind, client, amount);
    if (window instanceof RateLimitedError) return refuse(kind, window);
    const counter = window.lasts === dayMs ? days : minutes;
    const shared = counter ? await shareCount(counter, window).catch(() => null) : null;
    if ((shared ?? window.used) > limitOf(kind)) refuse(kind, refusal(window));
    if (window.lasts !== dayMs) return nothing;
    return async () => {
      if (window.endsAt <= performance.now()) return;
      window.used -= amount;
      // Its answer may be older than the refunds of others that were charged at the same time.
      if (shared !== null) await counter?.add(window.key, -amount, window.lasts).catch(() => undefined);
    };
  };

  const refuseExhausted = (kind: RateClass, client: string) => {
    if (!counts(kind)) return;
    const window = openWindow(`${kind} ${client}`, windowOf(kind));
    if (window.used >= limitOf(kind)) refuse(kind, refusal(window));
  };

  return Object.assign(limitLocally, { permitsReads, charge, counts, refuseExhausted });
}

const nothing: Refund = () => Promise.resolve();

const refusal = ({ endsAt }: Window) =>
  new RateLimitedError(Math.max(1, Math.ceil((endsAt - performance.now()) / 1000)));

/** Every call costs one read; the rest is charged once its cost is known. */
export function limitCalls(limiter: RateLimiter): RequestHandler {
  return (_request, response, next) => {
    const state = requestStateOf(response);
    limiter('reads', state.client);
    state.paidReads += 1;
    next();
  };
}

/** Uses the prepaid read first; a client without enough left is rejected before execution. */
export function chargeReads(limiter: RateLimiter, state: RequestState, amount: number): void {
  const paid = Math.min(state.paidReads, amount);
  if (amount > paid) limiter('reads', state.client, amount - paid);
  state.paidReads -= paid;
}

/** As chargeReads, where the rejection happens elsewhere. */
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
