import cluster, { type Worker } from 'node:cluster';
import { closeOrphanedConnection } from './closeOrphanedConnection';
import { isWorkerEvent, sendCommand, type WorkerEvent } from './workerMessages';
import { createWorkerMetrics } from './workerMetrics';
import type { ServedShop, ServeOptions } from './serveShop';

/** A worker that exits sooner than this is restarted with a delay. */
const stableAfterMs = 5_000;
const pauseMs = 1_000;

/**
 * Runs several worker processes on one port. Crashed ones are replaced; on SIGHUP all are replaced one by one, each
 * once its successor accepts requests.
 */
export async function startWorkers({ environment, log, ...options }: ServeOptions): Promise<ServedShop> {
  const stopping = new AbortController();
  const workers = new Set<Worker>();
  /** Accept no new connections, but answer on existing ones. */
  const retiring = new Set<Worker>();
  /** A forked worker receives no messages until it has sent one. */
  const loading = new Set<Worker>();
  const workerMetrics = createWorkerMetrics();
  const allWorkers = () => [...workers, ...retiring];

  const start = (): Worker => {
    const startedAt = performance.now();
    const joinsCluster = workers.size > 0;
    const worker = cluster.fork();
    workers.add(worker);
    closeOrphanedConnection(worker);
    // Messages to a worker that has just died are lost; 'exit' handles its death.
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
  /** The successor of an exited worker may be running already. */
  const startMissing = () => {
    if (!stopping.signal.aborted && workers.size < environment.webConcurrency) start();
  };

  /** Resolves when it has exited. */
  const stop = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    const gone = new Promise<unknown>((resolve) => worker.once('exit', resolve));
    if (loading.has(worker)) worker.process.kill('SIGTERM');
    else sendCommand(worker, { kiosk: 'stop' });
    await gone;
  };
  /** Resolves when it has exited. Connections handed to it before it stops listening are handed back. */
  const retire = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    sendCommand(worker, { kiosk: 'retire' });
    await waitFor(worker, 'retired').catch(() => undefined);
    await stop(worker);
  };

  const replace = async (old: Worker): Promise<void> => {
    await waitFor(start(), 'ready');
    workers.delete(old);
    // If another worker exited meanwhile, this successor has replaced that one.
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

  // The first worker runs migrations and inserts demo data, before the others start.
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

/** Rejects if it exits first. */
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
