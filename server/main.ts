import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import {
  EnvironmentError,
  loadDotEnv,
  readEnvironment,
  variableNames,
  type Environment,
  type StripeSettings,
} from './env';
import { serveMetrics } from './http/serveMetrics';
import { createLogger } from './http/logging';
import { createLifetime, reportStartFailure } from './process/lifetime';
import { logPrinted } from './process/logPrinted';
import { misspeltSettings } from './process/misspeltSettings';
import { explainTakenFolder, removeShopAddress, writeShopAddress } from './process/shopAddress';
import { version } from './process/version';
import { startLocalServices as startEmbedded, type LocalServices } from './process/localServices';
import { serveShop, type ServedShop } from './process/serveShop';
import { runWorker } from './process/runWorker';
import { startWorkers } from './process/workers';

export interface RunOptions {
  /** Builds the client while the API is already serving; aborted when the shop stops. */
  readonly buildClient?: (signal: AbortSignal) => Promise<void>;
  /** Whether SIGHUP replaces the workers, even if there is only one. */
  readonly isReplaceable?: boolean;
  /** Replaced in tests, where several hosts share one identity emulator. */
  readonly startLocalServices?: typeof startEmbedded;
}

/** The lifecycle of a shop: start, run, stop on a signal or an uncaught failure. */
export async function run({
  buildClient,
  isReplaceable = false,
  startLocalServices = startEmbedded,
}: RunOptions = {}): Promise<void> {
  const environment = environmentOrExit();
  const log = createLogger(environment.logLevel, undefined, version);
  logPrinted(log);
  // Without a listener a full disk or a closed pipe would end the shop.
  process.stdout.on('error', () => undefined);
  if (cluster.isWorker) return runWorker(environment, log);
  for (const { setting, meant } of misspeltSettings(Object.keys(process.env), variableNames))
    log.warn({ setting, meant }, 'A variable is ignored: it is no setting, but almost the name of one');
  const { introspection, firebase, payments, mail, outbound } = environment;
  log.info({ introspection }, `Introspection and the playground are ${introspection ? 'on' : 'off'}`);
  if (payments === null)
    log.warn('Buying is closed: there is no payment provider, and production refuses the test provider');
  if (payments?.name === 'stripe') reportStripe(log, payments);
  if (mail === null && firebase !== null)
    log.warn('No mail is sent: without SMTP_URL confirmations of orders wait at /dashboard/outbox');
  if (!outbound)
    log.warn('OUTBOUND is off: no webhook and no mail is sent, and no payment provider is asked; what is due waits');
  const isSeveral = isReplaceable || environment.webConcurrency > 1;
  const stops: (() => Promise<unknown>)[] = [];
  let localServices: LocalServices | undefined;
  let answering: ServedShop | undefined;
  const lifetime = createLifetime({
    log,
    // With workers, SIGHUP replaces them (workers.ts).
    signals: isSeveral ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'],
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
    forceStop: () => localServices?.forceStop(),
  });
  const onGiveUp = () => lifetime.end(1, 'the embedded database is given up');
  try {
    const onAccountChange = (uid: string) => answering?.forget(uid);
    localServices = await startLocalServices(environment, log, { onGiveUp, onAccountChange }).catch(
      (error: unknown) => {
        throw explainTakenFolder(error, environment.dataDir);
      },
    );
    stops.push(localServices.stop);
    removeShopAddress(environment.dataDir);
    const parts = { environment, log, mongodbUri: localServices.mongodbUri, emulatorHost: localServices.emulatorHost };
    answering = await (isSeveral ? startWorkers(parts) : serveShop(parts));
    stops.push(answering.stop);
    if (environment.metricsPort > 0) {
      const { metricsHost: host, metricsPort: port } = environment;
      const metrics = await serveMetrics(answering.metricsText, { host, port });
      stops.push(async () => metrics.close());
    }
    if (lifetime.signal.aborted) return;
    if (environment.mongodbUri === null) {
      const { dataDir } = environment;
      writeShopAddress(dataDir, answering.url);
      stops.push(async () => removeShopAddress(dataDir));
    }
    process.stdout.write(`Kiosk answers at ${answering.url} and is getting ready.\n`);
    const { ready, reloadClient } = answering;
    // Pages are served as soon as the client is built: the identity provider may take many seconds longer.
    const client = async () => {
      await buildClient?.(lifetime.signal);
      await reloadClient();
    };
    await Promise.all([ready(), localServices.ready, client()]);
    if (!lifetime.signal.aborted) process.stdout.write(`Kiosk is ready: ${answering.url}\n`);
  } catch (error) {
    if (lifetime.signal.aborted) return;
    reportStartFailure(error);
    lifetime.end(1, null);
  }
}

function reportStripe(log: Logger, { secretKey, apiBase }: StripeSettings): void {
  const isLive = secretKey.includes('_live_');
  if (isLive) return log.info('Payments are taken by Stripe');
  log.warn({ apiBase }, 'No money moves: the keys of Stripe are those of its test mode');
}

function environmentOrExit(): Environment {
  try {
    loadDotEnv();
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    reportStartFailure(error);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
