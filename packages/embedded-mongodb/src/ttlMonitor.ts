import type { Engine } from './engine';
import { compileFilter } from './matcher';
import { planQuery } from './planner';

const intervalMs = 60_000;
const batchSize = 1000;

/** Deletes the documents that have expired according to TTL indexes. */
export async function removeExpired(engine: Engine, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const { database, name } of engine.catalog.all()) {
    removed += await engine.write(() => {
      const collection = engine.catalog.find(database, name);
      let count = 0;
      for (const index of collection?.indexes ?? []) {
        const path = index.fields[0]?.path;
        if (!collection || index.expireAfterSeconds === undefined || path === undefined) continue;
        const condition = compileFilter({ [path]: { $lt: new Date(now - index.expireAfterSeconds * 1000) } });
        const found = [];
        for (const stored of planQuery(engine.store, {
          collection,
          condition,
          sort: [],
          limit: batchSize,
        }).documents()) {
          if (stored && found.push(stored) >= batchSize) break;
        }
        for (const stored of found) engine.records.remove(collection, stored);
        count += found.length;
      }
      return count;
    });
  }
  return removed;
}

export function startTtlMonitor(engine: Engine): () => void {
  const timer = setInterval(() => {
    const report = (error: unknown): void => void process.stderr.write(`embedded-mongodb: ${String(error)}\n`);
    removeExpired(engine).catch(report);
    engine.expireRetries().catch(report);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
