import { LRUCache } from 'lru-cache';

const megabyte = 1024 * 1024;

/**
 * Everything in the memory of a process that callers' texts can enter, with the most bytes that all of it may take together. A new cache has
 * its row here; a test fills each with hostile keys.
 */
export const cacheBounds = {
  /** Public answers: of reads, whole lists, parts of the sitemap (cache/answerCache.ts). */
  publicAnswers: 17 * megabyte,
  /** Parsed and validated GraphQL documents (graphql/documentStore.ts). */
  documents: 6 * megabyte,
  /** What documents cost with the variables that decide it (graphql/cost.ts). */
  documentCosts: megabyte,
  /** Public reads that are asked often, as compiled code (graphql/compiledReads.ts). */
  compiledReads: 6 * megabyte,
  /** Pages rendered by the server (pages/pageRenderer.ts). */
  renderedPages: 4 * megabyte,
  /** Clients counted in the present minute (http/rateLimits.ts). */
  rateWindows: 4 * megabyte,
  /** Accounts as the identity provider last described them (auth/revocationChecks.ts). */
  accounts: 3.75 * megabyte,
  /** API keys as the database last described them (apiKeys/apiKeyReader.ts). */
  apiKeys: 0.1875 * megabyte,
  /** Digests of API keys that are nobody's; apart, so that no stranger's drive out a good one (apiKeys/apiKeyReader.ts). */
  wrongApiKeys: 0.0625 * megabyte,
} as const;

export type CacheName = keyof typeof cacheBounds;

/** What an entry costs beside its own bytes: the map's slot, the list's links, the key's header. */
const overheadBytes = 200;

/**
 * A cache whose entries take at most `cacheBounds[name]` bytes together; the least recently used leave first, and what is larger than the whole
 * is not stored. `sizeOf` gives a value's bytes on the heap, the key not counted.
 */
export function createBoundedCache<V extends object | number>(
  name: CacheName,
  sizeOf: (value: V) => number,
): LRUCache<string, V> {
  const cache = new CountingCache<V>({
    maxSize: cacheBounds[name],
    // Asked each time: a time that is kept until a timer runs is old where the process is busy.
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

/** A shop makes each once; a process of tests several, of which the last counts. */
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
