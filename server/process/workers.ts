import cluster, { type Worker } from 'node:cluster';
import { closeOrphanedConnection } from './closeOrphanedConnection';
import { isWorkerEvent, sendCommand, type WorkerEvent } from './workerMessages';
import { workerMetrics } from './workerMetrics';
import type { ServedShop, ServeOptions } from './serveShop';

/** Whoever ends sooner than this after its start is started again after a pause. */
const stableAfterMs = 5_000;
const pauseMs = 1_000;

/**
 * So many processes at one port. One that ends unasked is replaced; SIGHUP replaces all of them one after the other, each
 * when its successor answers.
 */
export async function startWorkers({ environment, log, ...options }: ServeOptions): Promise<ServedShop> {
  const stopping = new AbortController();
  const workers = new Set<Worker>();
  /** They take no new connections, but answer on those they have. */
  const retiring = new Set<Worker>();
  /** One that has just been forked hears nothing before it has said something itself. */
  const loading = new Set<Worker>();
  const allWorkers = () => [...workers, ...retiring];

  const start = (): Worker => {
    const startedAt = performance.now();
    const joinsCluster = workers.size > 0;
    const worker = cluster.fork();
    workers.add(worker);
    closeOrphanedConnection(worker);
    // What is sent to one that has just died; of its death itself 'exit' tells.
    worker.on('error', (error) => log.warn({ err: error, worker: worker.process.pid }, 'A process could not be told'));
    loading.add(worker);
    void waitFor(worker, 'waiting')
      .then(
        () => sendCommand(worker, { kiosk: 'serve', ...options, joinsCluster }),
        () => undefined,
      )
      .finally(() => loading.delete(worker));
    worker.once('exit', (code, signal) => {
      if (!workers.delete(worker) || stopping.signal.aborted) return;
      log.error({ worker: worker.process.pid, code, signal }, 'A process that answers has ended; it is replaced');
      setTimeout(startMissing, performance.now() - startedAt < stableAfterMs ? pauseMs : 0);
    });
    return worker;
  };
  /** Of one that has ended the successor may have been started already. */
  const startMissing = () => {
    if (!stopping.signal.aborted && workers.size < environment.webConcurrency) start();
  };

  /** Resolves when it is gone. */
  const stop = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    const gone = new Promise<unknown>((resolve) => worker.once('exit', resolve));
    if (loading.has(worker)) worker.process.kill('SIGTERM');
    else sendCommand(worker, { kiosk: 'stop' });
    await gone;
  };
  /** Resolves when it is gone. What it was handed before it closed its door reaches it before this order to stop: it hands that back. */
  const retire = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    sendCommand(worker, { kiosk: 'retire' });
    await waitFor(worker, 'retired').catch(() => undefined);
    await stop(worker);
  };

  const replace = async (old: Worker): Promise<void> => {
    await waitFor(start(), 'ready');
    workers.delete(old);
    // Where another one ended meanwhile, this successor stood in for it.
    startMissing();
    retiring.add(old);
    await retire(old);
    retiring.delete(old);
  };
  const replaceAll = async (): Promise<void> => {
    for (const old of [...workers]) if (workers.has(old) && !stopping.signal.aborted) await replace(old);
    log.info({ processes: workers.size }, 'All processes that answer have been replaced');
  };
  let replacing: Promise<void> = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing
      .then(replaceAll)
      .catch((error: unknown) => log.error({ err: error }, 'The processes that answer could not all be replaced'));
  });

  // The first one brings the stored data forward and fills the demo shop: the others find it done.
  const first = start();
  const { url } = await waitFor(first, 'listening').catch((error: unknown) => {
    stopping.abort();
    throw error;
  });
  const ready = waitFor(first, 'ready').then(async () => {
    const others = Array.from({ length: environment.webConcurrency - 1 }, start);
    await Promise.all(others.map((worker) => waitFor(worker, 'ready')));
  });
  ready.catch(() => undefined);

  return {
    url,
    ready: () => ready,
    reloadClient: async () => allWorkers().forEach((worker) => sendCommand(worker, { kiosk: 'reloadClient' })),
    forget: (uid) => allWorkers().forEach((worker) => sendCommand(worker, { kiosk: 'forget', uid })),
    metricsText: () => workerMetrics(allWorkers().filter((worker) => !loading.has(worker))),
    stop: async () => {
      stopping.abort();
      await Promise.all(allWorkers().map(stop));
    },
  };
}

/** Rejects when it ends before it says so. */
function waitFor<Kind extends WorkerEvent['kiosk']>(
  worker: Worker,
  wanted: Kind,
): Promise<Extract<WorkerEvent, { kiosk: Kind }>> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isWorkerEvent(message) && message.kiosk === wanted) resolve(message as Extract<WorkerEvent, { kiosk: Kind }>);
    });
    worker.once('exit', (code) =>
      reject(new Error(`A process that answers ended with ${code} before it was ${wanted}.`)),
    );
  });
}
