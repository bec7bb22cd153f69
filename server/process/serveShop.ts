import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createSaga } from '../checkout/createSaga';
import { startSweeper } from '../checkout/startSweeper';
import { createIdentity, type Identity } from '../auth/identity';
import { connectDatabase } from '../collections/connect';
import { databaseNameOf } from '../database/databaseUri';
import { finishJobs } from '../collections/finishJobs';
import { createRepositories } from '../collections/repositories';
import { insertDemoShop } from '../demo/insertDemoShop';
import type { Environment } from '../env';
import { demoPeople, demoProject, type LocalServices } from './localServices';
import { messageReader } from '../mail/readMessage';
import { createSmtpTransport } from '../mail/smtpTransport';
import { startMailer } from '../mail/startMailer';
import { createPageRenderer } from '../pages/pageRenderer';
import { resolvers } from '../resolvers';
import { localOrigin } from './localOrigin';
import { root } from './root';
import { createServer } from '../server';

/** What answers at the port: one process, or several. */
export interface ServedShop {
  readonly url: string;
  /** Resolves when the database has been reached and prepared. */
  readonly ready: () => Promise<void>;
  readonly reloadClient: () => Promise<void>;
  readonly forget: Identity['forget'];
  readonly metricsText: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** One process of those that answer. */
export interface ServedProcess extends ServedShop {
  /** See KioskServer.retire. */
  readonly retire: () => Promise<void>;
}

export interface ServeOptions extends Pick<LocalServices, 'mongodbUri' | 'emulatorHost'> {
  readonly environment: Environment;
  readonly log: Logger;
  /** Others answer at this port: it joins them when it can serve, so that nobody who asks there meets a 503. */
  readonly joinsCluster?: boolean;
}

/** How often work that an outage interrupted is tried again. */
const finishJobsEveryMs = 60_000;

export async function serveShop({
  environment,
  mongodbUri,
  emulatorHost,
  log,
  joinsCluster = false,
}: ServeOptions): Promise<ServedProcess> {
  const projectId = environment.firebase?.projectId ?? demoProject;
  const identity = createIdentity({
    projectId,
    emulatorHost,
    revocationCheckSeconds: environment.revocationCheckSeconds,
    onOutage: (error) => log.warn({ err: error }, 'The identity provider does not answer'),
  });
  const { database, repositories } = connect({ environment, uri: mongodbUri, identity, log });
  const site = { url: environment.publicUrl ?? localOrigin(environment.host, environment.port) };
  const saga = createSaga({
    repositories,
    publicUrl: () => site.url,
    captureAfterMinutes: environment.captureAfterMinutes,
    paymentProvider: environment.paymentProvider,
  });
  const server = await createServer({
    saga,
    settings: environment,
    typeDefs: readFileSync(join(root, 'schema.graphql'), 'utf8'),
    resolvers,
    repositories,
    identity,
    databaseReady: database.isReady,
    catalogueVersion: database.catalogue,
    sharesDatabase: environment.mongodbUri !== null || environment.webConcurrency > 1,
    publicUrl: () => site.url,
    projectId,
    authEmulatorUrl: () => emulatorHost && `http://${emulatorHost}`,
    clientFolder: join(root, 'dist', 'client'),
    publicFolder: join(root, 'client', 'public'),
    pageRenderer: createPageRenderer(join(root, 'dist', 'renderer', 'renderPage.js'), log),
    log,
  });
  const stopSweeper = startSweeper({
    ...saga,
    repositories,
    now: () => new Date(),
    log,
    databaseReady: database.isReady,
  });
  const { mail } = environment;
  const stopMailer =
    mail &&
    startMailer({
      ...{ repositories, log, now: () => new Date(), databaseReady: database.isReady },
      ...{ from: mail.from, transport: createSmtpTransport(mail) },
      read: messageReader({ repositories, publicUrl: () => site.url }),
    });
  const disconnect = async () => {
    await Promise.all([stopSweeper(), stopMailer?.()]);
    await Promise.all([identity.close(), database.close()]);
  };
  if (joinsCluster) await database.ready();
  const port = await listen(server.http, environment).catch(async (error: unknown) => {
    await disconnect();
    throw error;
  });
  if (environment.publicUrl === null) site.url = localOrigin(environment.host, port);
  const stop = async () => {
    await server.stop();
    await disconnect();
  };
  return {
    url: site.url,
    ready: database.ready,
    reloadClient: server.reloadClient,
    forget: identity.forget,
    metricsText: server.metrics.text,
    retire: server.retire,
    stop,
  };
}

interface ConnectParts {
  readonly environment: Environment;
  readonly uri: string;
  readonly identity: Identity;
  readonly log: Logger;
}

function connect({ environment, uri, identity, log }: ConnectParts) {
  const now = () => new Date();
  const withDemoShop = environment.mongodbUri === null && environment.demoData;
  const finish = () => finishJobs({ repositories, identity, log, now });
  const database = connectDatabase({
    uri,
    databaseName: databaseNameOf(uri),
    log,
    answerMs: environment.databaseTimeoutMs,
    onReady: async () => {
      await finish();
      await repositories.messages.applyRetention(environment.contactRetentionDays);
      if (withDemoShop) await insertDemoShop({ repositories, people: demoPeople(), log, now: now() });
    },
  });
  const repositories = createRepositories(database.db, database.catalogue.changed);
  setInterval(() => {
    if (database.isReady())
      finish().catch((error: unknown) => log.warn({ err: error }, 'Unfinished jobs have to wait'));
  }, finishJobsEveryMs).unref();
  return { database, repositories };
}

function listen(http: Server, { port, host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is already in use; set another one.`) : error);
    });
    http.listen(port, host, () => resolve((http.address() as AddressInfo).port));
  });
}
