import type { IncomingMessage } from 'node:http';
import { mayChangeAccounts } from './accountCalls';

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Limit for requests and responses together, whose size callers choose. */
export const maxCacheBytes = 4 * 1_024 * 1_024;
/** Estimate for a map entry, a response object and the names of its headers. */
const overheadBytes = 2_000;

/** Counts two bytes for each character of a string. */
function sizeOf(key: string, { headers, body }: UpstreamResponse): number {
  const values = Object.values(headers).reduce((sum, value) => sum + 2 * String(value).length, 0);
  return 2 * key.length + values + body.length + overheadBytes;
}

/**
 * Caches account lookups until a call that may change an account. Every request to the shop looks up whether its user
 * is an admin, and every change passes through this proxy.
 */
export class LookupCache {
  private readonly responses = new Map<string, UpstreamResponse>();
  private bytes = 0;
  private generation = 0;
  private changesInFlight = 0;

  /** Forwards the call unless its response is cached since the last change. */
  async request(call: UpstreamRequest, forward: () => Promise<UpstreamResponse>): Promise<UpstreamResponse> {
    if (mayChangeAccounts(call.method, call.path)) return this.forwardChange(forward);
    const key = isCacheable(call) ? cacheKeyOf(call) : null;
    const cached = key === null ? undefined : this.responses.get(key);
    if (cached) return cached;
    const generation = this.generation;
    const response = await forward();
    if (key !== null && response.status === 200 && generation === this.generation && this.changesInFlight === 0) {
      this.store(key, response);
    }
    return response;
  }

  private store(key: string, response: UpstreamResponse): void {
    const size = sizeOf(key, response);
    // A concurrent call has already cached the same request.
    if (size > maxCacheBytes || this.responses.has(key)) return;
    if (this.bytes + size > maxCacheBytes) this.clear();
    this.bytes += size;
    this.responses.set(key, response);
  }

  private clear(): void {
    this.responses.clear();
    this.bytes = 0;
  }

  /** A failed call may still have changed an account. */
  private async forwardChange(forward: () => Promise<UpstreamResponse>): Promise<UpstreamResponse> {
    this.changesInFlight += 1;
    this.invalidate();
    try {
      return await forward();
    } finally {
      this.changesInFlight -= 1;
      this.invalidate();
    }
  }

  private invalidate(): void {
    this.generation += 1;
    this.clear();
  }
}

interface UpstreamRequest {
  /** The emulator's address; it changes with a restart. */
  readonly upstream: string;
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A lookup with the owner key. Lookups by ID token are not cached, because tokens expire. */
function isCacheable({ path, headers, body }: UpstreamRequest): boolean {
  return path.endsWith('/accounts:lookup') && headers.authorization !== undefined && !body.includes('idToken');
}

/** All parts of the request that the emulator reads, and the origin, which the response headers repeat. */
function cacheKeyOf({ upstream, method, url, headers, body }: UpstreamRequest): string {
  const { authorization, origin } = headers;
  const type = headers['content-type'];
  return JSON.stringify([upstream, method, url, authorization, origin, type, body.toString('latin1')]);
}
