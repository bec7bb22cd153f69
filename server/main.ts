import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { DEMO_ACCOUNTS } from './auth/demoAccounts';
import { createIdentity, type Identity } from './auth/identity';
import { finishExchange } from './backup/exchange';
import { connectDatabase, type Database } from './database/connect';
import { databaseNameOf } from './database/databaseUri';
import { finishJobs } from './database/finishJobs';
import { createRepositories } from './database/repositories';
import { insertDemoShop, type DemoPerson } from './demo/insertDemoShop';
import { startIdentityEmulator, type IdentityEmulator } from './embedded/identity/identityEmulator';
import { keepEmbeddedMongo, type EmbeddedMongoKeeper } from './embedded/keepEmbeddedMongo';
import { EnvironmentError, loadDotEnv, readEnvironment, type Environment } from './env';
import { createLogger } from './logging';
import { resolvers } from './resolvers';
import { createPageDrawer } from './pages/drawPages';
import { createServer, type KioskServer } from './server';

export interface RunOptions {
  /** Builds the client while the API answers already; told to give up when the shop stops. */
  readonly buildClient?: (signal: AbortSignal) => Promise<void>;
}

interface Shop {
  readonly url: string;
  readonly server: KioskServer;
  readonly database: Database;
  readonly emulator: IdentityEmulator | null;
  /** Everything that was started, last first. */
  readonly stop: () => Promise<void>;
  readonly forceStop: () => void;
}

const demoProject = 'demo-kiosk';
const stopWithinMs = 4_900;
/** How often work that an outage interrupted is tried again. */
const finishJobsEveryMs = 60_000;
const root = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The demo shop is filled before the emulator is up, so the accounts have uids that are known beforehand. */
const demoAccounts = DEMO_ACCOUNTS.map((account) => ({ ...account, localId: `demo-${account.email.split('@')[0]}` }));

/** The whole life of a shop process: start, run, stop on a signal or on a failure that nobody caught. */
export async function run({ buildClient }: RunOptions = {}): Promise<void> {
  loadDotEnv();
  const environment = environmentOrExit();
  const log = createLogger(environment.logLevel);
  const aborted = new AbortController();
  let shop: Shop | undefined;
  let stopping = false;
  const stop = (code: number, reason: string) => {
    if (stopping) {
      log.warn({ reason }, 'Stopping at once');
      shop?.forceStop();
      process.exit(1);
    }
    stopping = true;
    log.info({ reason }, 'Stopping');
    aborted.abort();
    setTimeout(() => {
      log.error('Stopping took too long');
      shop?.forceStop();
      process.exit(1);
    }, stopWithinMs).unref();
    void (shop?.stop() ?? Promise.resolve()).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed');
        shop?.forceStop();
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0, signal));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception');
    stop(1, 'uncaughtException');
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'Unhandled rejection');
    stop(1, 'unhandledRejection');
  });
  try {
    shop = await startShop(environment, log, () => stop(1, 'the embedded database is given up'));
  } catch (error) {
    process.stderr.write(`Kiosk cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  if (stopping) return;
  process.stdout.write(`Kiosk answers at ${shop.url} and is getting ready.\n`);
  await Promise.all([shop.database.ready(), shop.emulator?.ready, buildClient?.(aborted.signal)]);
  await shop.server.reloadClient();
  if (!stopping) process.stdout.write(`Kiosk is ready: ${shop.url}\n`);
}

function environmentOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`Kiosk cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

async function startShop(environment: Environment, log: Logger, onGiveUp: () => void): Promise<Shop> {
  const { dataDir } = environment;
  const stops: (() => Promise<unknown>)[] = [];
  finishExchange(dataDir);
  const mongo = environment.mongodbUri === null ? await startMongo(dataDir, log, onGiveUp) : null;
  if (mongo) stops.push(() => mongo.stop());
  try {
    const forget = (uid: string) => identity.forget(uid);
    const emulator = environment.firebase ? null : await startEmulator(environment, log, forget);
    if (emulator) stops.unshift(() => emulator.stop());
    const identity = createIdentity({
      projectId: environment.firebase?.projectId ?? demoProject,
      emulatorHost: emulator?.host ?? null,
      revocationCheckSeconds: environment.revocationCheckSeconds,
      onOutage: (error) => log.warn({ err: error }, 'The identity provider does not answer'),
    });
    const uri = environment.mongodbUri ?? mongo?.uri ?? '';
    const { database, repositories } = connect({ environment, uri, identity, log });
    const site = { url: environment.publicUrl ?? `http://127.0.0.1:${environment.port}` };
    const server = await createServer({
      settings: environment,
      typeDefs: readFileSync(join(root, 'schema.graphql'), 'utf8'),
      resolvers,
      repositories,
      identity,
      databaseReady: database.isReady,
      catalogueVersion: database.catalogue.current,
      publicUrl: () => site.url,
      projectId: environment.firebase?.projectId ?? demoProject,
      authEmulatorUrl: () => (emulator ? `http://${emulator.host}` : null),
      clientFolder: join(root, 'dist', 'client'),
      publicFolder: join(root, 'client', 'public'),
      pageDrawer: createPageDrawer(join(root, 'dist', 'drawing', 'drawPage.js'), log),
      log,
    });
    const port = await listen(server.http, environment);
    if (environment.publicUrl === null) site.url = `http://127.0.0.1:${port}`;
    const metrics = environment.metricsPort > 0 ? await server.metrics.listen(environment.metricsPort) : null;
    const stop = async () => {
      await server.stop();
      metrics?.close();
      await Promise.all([identity.close().then(() => emulator?.stop()), database.close().then(() => mongo?.stop())]);
      rmSync(join(dataDir, 'mongodb-uri'), { force: true });
    };
    return { url: site.url, server, database, emulator, stop, forceStop: () => killAll(mongo, emulator) };
  } catch (error) {
    for (const stop of stops) await stop();
    throw error;
  }
}

async function startMongo(dataDir: string, log: Logger, onGiveUp: () => void): Promise<EmbeddedMongoKeeper> {
  const folder = join(dataDir, 'mongodb');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entry = join(root, 'dist', 'server', 'embedded-mongodb.js');
  const mongo = await keepEmbeddedMongo({ dataDir: folder, ...(existsSync(entry) && { entry }), log, onGiveUp });
  // `npm run seed` and `npm run make-admin` find the running database by this file.
  writeFileSync(join(dataDir, 'mongodb-uri'), mongo.uri, { mode: 0o600 });
  return mongo;
}

function startEmulator(
  { dataDir, authEmulatorPort, demoData }: Environment,
  log: Logger,
  onAccountChange: (uid: string) => void,
): Promise<IdentityEmulator> {
  return startIdentityEmulator({
    dataDir,
    port: authEmulatorPort,
    projectId: demoProject,
    log: log.child({ part: 'identity emulator' }),
    demoAccounts: demoData ? demoAccounts : [],
    onAccountChange,
  });
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
      if (withDemoShop) await insertDemoShop({ repositories, people: demoPeople(), log, now: now() });
    },
  });
  const repositories = createRepositories(database.db);
  setInterval(() => {
    if (database.isReady())
      finish().catch((error: unknown) => log.warn({ err: error }, 'Unfinished jobs have to wait'));
  }, finishJobsEveryMs).unref();
  return { database, repositories };
}

function demoPeople(): Record<'admin' | 'shopper' | 'other', DemoPerson> {
  const person = (name: string): DemoPerson => {
    const account = demoAccounts.find(({ email }) => email.startsWith(`${name}@`));
    if (!account) throw new Error(`There is no demo account ${name}.`);
    return { uid: account.localId, email: account.email, name: account.displayName };
  };
  return { admin: person('admin'), shopper: person('shopper'), other: person('other') };
}

function listen(http: Server, { port, host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is already in use; set another one.`) : error);
    });
    http.listen(port, host, () => resolve((http.address() as AddressInfo).port));
  });
}

/** Both run in process groups of their own, so that nothing else is hit. */
function killAll(mongo: EmbeddedMongoKeeper | null, emulator: IdentityEmulator | null): void {
  for (const pid of [mongo?.pid(), emulator?.pid()]) {
    if (!pid) continue;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/** The folder of schema.graphql, seen from the sources and from the bundle alike. */
function findRoot(folder: string): string {
  if (existsSync(join(folder, 'schema.graphql')) || dirname(folder) === folder) return folder;
  return findRoot(dirname(folder));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
