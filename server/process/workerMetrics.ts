import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { isWorkerEvent, sendCommand } from './workerMessages';
import { withReadiness } from '../telemetry/readiness';

const patienceMs = 5_000;

let scrapes = 0;

/**
 * The sum of the workers' metrics. Skips workers that exit meanwhile, for which prom-client would wait; a hanging one
 * fails the scrape.
 */
export async function workerMetrics(workers: readonly Worker[]): Promise<string> {
  scrapes += 1;
  const scrape = scrapes;
  const counts = await Promise.all(workers.map((worker) => countsOf(worker, scrape)));
  return withReadiness(await AggregatorRegistry.aggregate(counts.flat()).metrics());
}

/** Empty if the worker exits. */
function countsOf(worker: Worker, scrape: number): Promise<readonly object[]> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', leave);
      settle();
    };
    const hear = (message: unknown) => {
      if (isWorkerEvent(message) && message.kiosk === 'counted' && message.scrape === scrape)
        finish(() => resolve([message.counts]));
    };
    const leave = () => finish(() => resolve([]));
    const timer = setTimeout(
      () => finish(() => reject(new Error('A process did not say what it counts.'))),
      patienceMs,
    );
    worker.on('message', hear).on('exit', leave);
    if (worker.isDead()) leave();
    else sendCommand(worker, { kiosk: 'count', scrape });
  });
}
