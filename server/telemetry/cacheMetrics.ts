import { Counter, Gauge, type Registry } from 'prom-client';
import { cacheStates } from '../cache/boundedCache';

/** Metrics of all caches in this process, collected on scrape. */
export function addCacheMetrics(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'kiosk_cache_lookups_total',
    help: 'Times that something was looked for in a cache, by whether it was there',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const { name, hits, misses } of cacheStates()) {
        this.inc({ cache: name, result: 'hit' }, hits);
        this.inc({ cache: name, result: 'miss' }, misses);
      }
    },
  });
  new Gauge({
    name: 'kiosk_cache_bytes',
    help: 'Bytes that the entries of a cache take',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name, bytes } of cacheStates()) this.set({ cache: name }, bytes);
    },
  });
  new Gauge({
    name: 'kiosk_cache_bound_bytes',
    help: 'Bytes that the entries of a cache take at most',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { name, bound } of cacheStates()) this.set({ cache: name }, bound);
    },
  });
}
