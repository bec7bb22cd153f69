import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { isWorkerEvent, sendCommand } from './workerMessages';
import { withReadiness } from '../telemetry/readiness';

const timeoutMs = 5_000;
/** The types that never fall while a process runs. */
const cumulative = ['counter', 'histogram', 'summary'];

interface Metric {
  /** A word, whatever prom-client's declarations say. */
  readonly type: unknown;
}

/**
 * Sums the workers' metrics. Skips workers that exit meanwhile, for which prom-client would wait; a hanging one fails the
 * scrape. What ended workers counted stays in the sum: Prometheus takes one that falls for a start from zero.
 */
export function createWorkerMetrics(): (workers: readonly Worker[]) => Promise<string> {
  const latest = new Map<Worker, readonly Metric[]>();
  let ended: readonly Metric[] = [];
  let scrapes = 0;

  const keep = (worker: Worker): void => {
    const counted = latest.get(worker)?.filter(({ type }) => cumulative.includes(String(type))) ?? [];
    latest.delete(worker);
    ended = AggregatorRegistry.aggregate([ended, counted]).getMetricsAsArray();
  };
  const ask = async (worker: Worker, scrape: number): Promise<void> => {
    const counts = await countsOf(worker, scrape);
    if (!counts || worker.isDead()) return;
    if (!latest.has(worker)) worker.once('exit', () => keep(worker));
    latest.set(worker, counts);
  };
  return async (workers) => {
    scrapes += 1;
    const scrape = scrapes;
    await Promise.all(workers.map((worker) => ask(worker, scrape)));
    return withReadiness(await AggregatorRegistry.aggregate([ended, ...latest.values()]).metrics());
  };
}

/** null: the worker exits. */
function countsOf(worker: Worker, scrape: number): Promise<readonly Metric[] | null> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', leave);
      settle();
    };
    const hear = (message: unknown) => {
      if (isWorkerEvent(message) && message.kiosk === 'counted' && message.scrape === scrape)
        finish(() => resolve(message.counts));
    };
    const leave = () => finish(() => resolve(null));
    const timer = setTimeout(() => finish(() => reject(new Error('A process did not say what it counts.'))), timeoutMs);
    worker.on('message', hear).on('exit', leave);
    if (worker.isDead()) leave();
    else sendCommand(worker, { kiosk: 'count', scrape });
  });
}
