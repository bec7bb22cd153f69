import { LRUCache } from 'lru-cache';

const megabyte = 1024 * 1024;

/**
 * Memory limits in bytes of all caches that callers can fill. A new cache needs an entry here; a test fills each with
 * adversarial keys.
 */
export const cacheBounds = {
  /** Public responses: reads, whole lists, parts of the sitemap (cache/answerCache.ts). */
  publicAnswers: 15 * megabyte,
  /** Parsed and validated GraphQL documents (graphql/documentStore.ts). */
  documents: 6 * megabyte,
  /** Costs of documents by the variables that they depend on (graphql/cost.ts). */
  documentCosts: megabyte,
  /** Compiled frequent public reads (graphql/compiledReads.ts). */
  compiledReads: 6 * megabyte,
  /** Pages rendered by the server (pages/pageRenderer.ts). */
  renderedPages: 4 * megabyte,
  /** Rate limit windows of the current minute (http/rateLimits.ts). */
  rateWindows: 4 * megabyte,
  /** Account states from the identity provider (auth/revocationChecks.ts). */
  accounts: 3.75 * megabyte,
  /** API keys as last read from the database (apiKeys/apiKeyReader.ts). */
  apiKeys: 0.1875 * megabyte,
  /** Digests of invalid API keys; separate, so that they cannot evict valid ones (apiKeys/apiKeyReader.ts). */
  wrongApiKeys: 0.0625 * megabyte,
} as const;

export type CacheName = keyof typeof cacheBounds;

/** Overhead of an entry: the map's slot, the list's links, the key's header. */
const overheadBytes = 200;

/**
 * An LRU cache whose entries take at most `cacheBounds[name]` bytes together; larger single values are not stored.
 * `sizeOf` returns a value's heap size without its key.
 */
export function createBoundedCache<V extends object | number>(
  name: CacheName,
  sizeOf: (value: V) => number,
): LRUCache<string, V> {
  const cache = new CountingCache<V>({
    maxSize: cacheBounds[name],
    // Read on each access: a timer's cached time would lag in a busy process.
    ttlResolution: 0,
    sizeCalculation: (value, key) => Math.ceil(sizeOf(value) + 2 * key.length + overheadBytes),
  });
  ofProcess[name] = cache;
  return cache;
}

class CountingCache<V extends object | number> extends LRUCache<string, V> {
  hits = 0;
  misses = 0;

  override get(key: string): V | undefined {
    const found = super.get(key);
    if (found === undefined) this.misses += 1;
    else this.hits += 1;
    return found;
  }
}

type CacheCounts = Pick<CountingCache<object>, 'hits' | 'misses' | 'calculatedSize'>;

/** A process has one of each; tests may create several, of which the last one counts. */
const ofProcess: Partial<Record<CacheName, CacheCounts>> = {};

export interface CacheState {
  readonly name: CacheName;
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly bound: number;
}

export function cacheStates(): CacheState[] {
  return (Object.keys(cacheBounds) as CacheName[]).map((name) => {
    const { hits = 0, misses = 0, calculatedSize: bytes = 0 } = ofProcess[name] ?? {};
    return { name, hits, misses, bytes, bound: cacheBounds[name] };
  });
}
