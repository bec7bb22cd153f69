import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { EnvironmentError, loadDotEnv, readEnvironment, type Environment } from './env';
import { serveMetrics } from './http/metrics';
import { createLogger } from './http/logging';
import { createLifetime, reportStartFailure } from './process/lifetime';
import { logPrinted } from './process/logPrinted';
import { startLocalServices as startEmbedded, type LocalServices } from './process/localServices';
import { serveShop, type ServedShop } from './process/serveShop';
import { runWorker } from './process/runWorker';
import { startWorkers } from './process/workers';

export interface RunOptions {
  /** Builds the client while the API answers already; told to give up when the shop stops. */
  readonly buildClient?: (signal: AbortSignal) => Promise<void>;
  /** Whether SIGHUP replaces what answers, even if it is one process only. */
  readonly isReplaceable?: boolean;
  /** A test gives several hosts one identity emulator. */
  readonly startLocalServices?: typeof startEmbedded;
}

/** The whole life of a shop: start, run, stop on a signal or on a failure that nobody caught. */
export async function run({
  buildClient,
  isReplaceable = false,
  startLocalServices = startEmbedded,
}: RunOptions = {}): Promise<void> {
  loadDotEnv();
  const environment = environmentOrExit();
  const log = createLogger(environment.logLevel);
  logPrinted(log);
  if (cluster.isWorker) return runWorker(environment, log);
  const { introspection, paymentProvider } = environment;
  log.info({ introspection }, `Introspection and the playground are ${introspection ? 'on' : 'off'}`);
  if (paymentProvider === null)
    log.warn('Buying is closed: there is no payment provider, and production refuses the test provider');
  const stops: (() => Promise<unknown>)[] = [];
  let localServices: LocalServices | undefined;
  let answering: ServedShop | undefined;
  const lifetime = createLifetime({
    log,
    signals: ['SIGINT', 'SIGTERM'],
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
    forceStop: () => localServices?.forceStop(),
  });
  const onGiveUp = () => lifetime.end(1, 'the embedded database is given up');
  try {
    const onAccountChange = (uid: string) => answering?.forget(uid);
    localServices = await startLocalServices(environment, log, { onGiveUp, onAccountChange });
    stops.push(localServices.stop);
    const parts = { environment, log, mongodbUri: localServices.mongodbUri, emulatorHost: localServices.emulatorHost };
    answering = await (isReplaceable || environment.webConcurrency > 1 ? startWorkers(parts) : serveShop(parts));
    stops.push(answering.stop);
    if (environment.metricsPort > 0) {
      const metrics = await serveMetrics(answering.metricsText, environment.metricsPort);
      stops.push(async () => metrics.close());
    }
    if (lifetime.signal.aborted) return;
    process.stdout.write(`Kiosk answers at ${answering.url} and is getting ready.\n`);
    const { ready, reloadClient } = answering;
    // Pages are drawn as soon as there is a client: the identity provider may take many seconds longer.
    const client = async () => {
      await buildClient?.(lifetime.signal);
      await reloadClient();
    };
    await Promise.all([ready(), localServices.ready, client()]);
    if (!lifetime.signal.aborted) process.stdout.write(`Kiosk is ready: ${answering.url}\n`);
  } catch (error) {
    if (lifetime.signal.aborted) return;
    reportStartFailure(error);
    lifetime.end(1, 'it cannot start');
  }
}

function environmentOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    reportStartFailure(error);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
