import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSaga } from '../checkout/createSaga';
import { startSweeper } from './startSweeper';
import { createIdentity, type Identity } from '../auth/identity';
import { isUnreachable } from '../auth/judgeIdentityCall';
import { connectDatabase } from '../collections/connect';
import { databaseNameOf } from '../database/databaseUri';
import { finishJobs } from '../collections/finishJobs';
import { createRepositories, type Repositories } from '../collections/repositories';
import { insertDemoShop } from '../demo/insertDemoShop';
import type { Environment } from '../env';
import { demoPeople, demoProject, type LocalServices } from './localServices';
import { messageReader } from '../mail/readMessage';
import { createSmtpTransport } from '../mail/smtpTransport';
import { startMailer } from '../mail/startMailer';
import { instrumentTransport } from '../mail/instrumentTransport';
import { messageGate } from '../orders/messageGate';
import { createPageRenderer } from '../pages/pageRenderer';
import { resolvers } from '../resolvers';
import { listenFailure } from '../http/listenFailure';
import { localOrigin } from './localOrigin';
import { root } from './root';
import { warnOfExampleSeller } from '../seller/warnOfExampleSeller';
import { startWebhooks } from '../webhooks/startWebhooks';
import { webhookContext } from '../webhooks/webhookContext';
import { createServer } from '../server';
import type { MonitorIntervals } from './monitorDependency';
import { monitorDependencies } from './monitorDependencies';
import { createMetrics, type Metrics } from '../telemetry/metrics';
import { startTraces } from '../telemetry/traces';
import { instrumentDatabase } from '../telemetry/instrumentDatabase';
import { updateShopGauges } from './updateShopGauges';

/** The running server: one process, or several. */
export interface ServedShop {
  readonly url: string;
  /** Resolves when the database is connected and prepared. */
  readonly ready: () => Promise<void>;
  readonly reloadClient: () => Promise<void>;
  readonly forget: Identity['forget'];
  readonly metricsText: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** One serving process. */
export interface ServedProcess extends ServedShop {
  /** See KioskServer.retire. */
  readonly retire: () => Promise<void>;
  readonly counts: Metrics['counts'];
}

export interface ServeOptions extends Pick<LocalServices, 'mongodbUri' | 'emulatorHost'> {
  readonly environment: Environment;
  readonly log: Logger;
  /** Other processes serve this port: it listens only once it is ready, so that no client gets a 503. */
  readonly joinsCluster?: boolean;
  /** Intervals of the background health checks; shorter in tests. */
  readonly watchPauses?: MonitorIntervals;
}

/**
 * Load balancers send requests to whatever listens. Without a database, or during a long migration, the port is open
 * all the same, for /livez and what needs no database.
 */
const firstAttemptPatienceMs = 5_000;

/** Retry interval of work that an outage has interrupted. */
const finishJobsEveryMs = 60_000;

export async function serveShop({
  environment,
  mongodbUri,
  emulatorHost,
  log,
  joinsCluster = false,
  watchPauses,
}: ServeOptions): Promise<ServedProcess> {
  const projectId = environment.firebase?.projectId ?? demoProject;
  const metrics = createMetrics();
  const stopTraces = environment.traces && (await startTraces(environment.traces, log));
  const identity = createIdentity({
    projectId,
    emulatorHost,
    revocationCheckSeconds: environment.revocationCheckSeconds,
    onFailure: (error) => {
      if (isUnreachable(error)) log.warn({ err: error }, 'The identity provider does not answer');
      watched.suspectIdentity();
    },
    watch: metrics.calls.identity,
  });
  const watched = monitorDependencies({ environment, checkIdentity: identity.check, log, pauses: watchPauses });
  const { database, repositories } = connect({ environment, uri: mongodbUri, identity, metrics, log });
  const site = { url: environment.publicUrl ?? localOrigin(environment.host, environment.port) };
  const saga = createSaga({
    repositories,
    publicUrl: () => site.url,
    ...{ captureAfterMinutes: environment.captureAfterMinutes, payments: environment.payments },
    ...{ watch: metrics.calls.payments, log, isOutbound: environment.outbound },
  });
  const server = await createServer({
    saga,
    settings: environment,
    stripePublishableKey: environment.payments?.name === 'stripe' ? environment.payments.publishableKey : undefined,
    typeDefs: readFileSync(join(root, 'schema.graphql'), 'utf8'),
    resolvers,
    repositories,
    identity,
    databaseReady: database.isReady,
    faultyDependencies: watched.faulty,
    catalogueVersion: database.catalogue,
    sharesDatabase: sharesDatabase(environment),
    publicUrl: () => site.url,
    projectId,
    authEmulatorUrl: () => emulatorHost && `http://${emulatorHost}`,
    clientFolder: join(root, 'dist', 'client'),
    publicFolder: join(root, 'client', 'public'),
    pageRenderer: createPageRenderer(join(root, 'dist', 'renderer', 'renderPage.js'), log),
    metrics,
    log,
  });
  const stopSweeper = startSweeper({
    ...saga,
    repositories,
    now: () => new Date(),
    log,
    databaseReady: database.isReady,
    countNotice: metrics.countNotice,
  });
  const stopMailer = startMail({ environment, repositories, metrics, databaseReady: database.isReady, site, log });
  const stopFigures = startGauges({ environment, repositories, metrics, databaseReady: database.isReady, log });
  const stopWebhooks = startTelling({ environment, repositories, metrics, databaseReady: database.isReady, log });
  const stop = async () => {
    // At once: one after the other, their grace periods would exceed the time that a shutdown may take.
    await Promise.all([server.stop(), stopSweeper(), stopMailer?.(), stopFigures?.(), stopWebhooks()]);
    watched.stop();
    await Promise.all([identity.close(), database.close()]);
    await (stopTraces && stopTraces());
  };
  if (joinsCluster) await database.ready();
  else await Promise.race([database.firstAttempt, delay(firstAttemptPatienceMs, undefined, { ref: false })]);
  const port = await listen(server.http, environment).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (environment.publicUrl === null) site.url = localOrigin(environment.host, port);
  return {
    url: site.url,
    ready: database.ready,
    reloadClient: server.reloadClient,
    forget: identity.forget,
    metricsText: server.metrics.text,
    counts: server.metrics.counts,
    retire: server.retire,
    stop,
  };
}

const sharesDatabase = ({ mongodbUri, webConcurrency }: Environment) => mongodbUri !== null || webConcurrency > 1;

interface GaugeDeps extends Pick<ConnectDeps, 'environment' | 'metrics' | 'log'> {
  readonly repositories: Repositories;
  readonly databaseReady: () => boolean;
}

/** null: no metrics are exported. */
function startGauges({ environment, repositories, metrics, databaseReady, log }: GaugeDeps) {
  if (environment.metricsPort === 0) return null;
  return updateShopGauges({
    ...{ repositories, sharesDatabase: sharesDatabase(environment), databaseReady, log },
    tell: metrics.figures,
  });
}

const startTelling = ({ environment, repositories, metrics, databaseReady, log }: GaugeDeps) =>
  startWebhooks({
    ...{ repositories, log, now: () => new Date(), databaseReady, isSending: environment.outbound },
    ...webhookContext(environment, repositories.shopKey),
    ...{ countGivenUp: metrics.countDeliveryGivenUp, watch: metrics.calls.webhooks },
  });

interface MailDeps extends GaugeDeps {
  readonly site: { readonly url: string };
}

/** null: no mail is sent. */
function startMail({ environment: { mail, outbound }, repositories, metrics, databaseReady, site, log }: MailDeps) {
  if (!mail || !outbound) return null;
  return startMailer({
    ...{ repositories, log, now: () => new Date(), databaseReady },
    ...{ from: mail.from, transport: instrumentTransport(createSmtpTransport(mail), metrics.calls.mail) },
    read: messageReader({ repositories, publicUrl: () => site.url }),
    maySend: messageGate(repositories),
    countGivenUp: metrics.countMailGivenUp,
  });
}

interface ConnectDeps {
  readonly environment: Environment;
  readonly uri: string;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly log: Logger;
}

function connect({ environment, uri, identity, metrics, log }: ConnectDeps) {
  const now = () => new Date();
  const withDemoShop = environment.mongodbUri === null && environment.demoData;
  const finish = () => finishJobs({ repositories, identity, log, now });
  const database = connectDatabase({
    uri,
    databaseName: databaseNameOf(uri),
    log,
    answerMs: environment.databaseTimeoutMs,
    // Command monitoring costs a little per command.
    ...((environment.metricsPort > 0 || environment.traces) && {
      watch: (client) => instrumentDatabase(client, metrics.database),
    }),
    onReady: async () => {
      await finish();
      await repositories.messages.applyRetention(environment.contactRetentionDays);
      if (environment.payments?.name === 'stripe') await warnOfExampleSeller(repositories.shopSettings, log);
      if (withDemoShop) await insertDemoShop({ repositories, people: demoPeople(), log, now: now() });
    },
  });
  const repositories = createRepositories(database.db, database.catalogue.changed);
  setInterval(() => {
    const work = async () => void ((await database.recheck()) && (await finish()));
    work().catch((error: unknown) => log.warn({ err: error }, 'Unfinished jobs have to wait'));
  }, finishJobsEveryMs).unref();
  return { database, repositories };
}

const ownAddress = { what: 'The shop', host: 'HOST', port: 'PORT' };

function listen(http: Server, { port, host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, ownAddress, { host, port })));
    http.listen(port, host, () => resolve((http.address() as AddressInfo).port));
  });
}
