import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RequestHandler } from 'express';
import { RateLimitedError } from '../errors';
import { stateOf } from './requestState';

export type RateClass = 'reads' | 'writes' | 'tokens' | 'registrations';
export type RateLimiter = (kind: RateClass, client: string, points?: number) => Promise<void>;

/** Per minute and client; 0 is off. Rejects with the error that both surfaces answer as 429 with Retry-After. */
export function createRateLimiter(limits: Readonly<Record<RateClass, number>>): RateLimiter {
  const limiters = new Map(
    Object.entries(limits)
      .filter(([, points]) => points > 0)
      .map(([kind, points]) => [kind, new RateLimiterMemory({ keyPrefix: kind, points, duration: 60 })]),
  );
  return async (kind, client, points = 1) => {
    try {
      await limiters.get(kind)?.consume(client, points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new RateLimitedError(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  };
}

/** Every call costs one read, whatever it turns out to be; what a mutation costs on top is charged where it is known. */
export function limitCalls(limiter: RateLimiter): RequestHandler {
  return async (_request, response, next) => {
    await limiter('reads', stateOf(response).client);
    next();
  };
}

const classes: Record<string, RateClass> = { createAccessToken: 'tokens', registerUser: 'registrations' };

export function mutationClass(field: string): RateClass {
  return classes[field] ?? 'writes';
}
