import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { createSaga, type SagaOptions } from '../checkout/createSaga';
import { createIdentity } from '../auth/identity';
import { longRunningOptions } from '../database/clientOptions';
import { connectDatabase } from '../collections/connect';
import { createRepositories, type Repositories } from '../collections/repositories';
import { createLogger } from '../http/logging';
import { resolvers } from '../resolvers';
import { createServer, type KioskServer, type ServerDeps, type ServerSettings } from '../server';
import { startDatabaseServer } from './databaseServer';
import { dropTestDatabase } from './startTestDatabase';
import { testAnswerMs } from './testAnswerMs';
import { startIdentityResponder, testProject, type IdentityResponder } from './identityResponder';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Caller {
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly graphql: (query: string, variables?: object, options?: CallOptions) => Promise<Answer>;
}

export interface TestServer extends Caller {
  readonly url: string;
  readonly port: number;
  readonly databaseUri: string;
  readonly db: Db;
  readonly repositories: Repositories;
  readonly identity: IdentityResponder;
  readonly server: KioskServer;
  readonly saga: ServerDeps['saga'];
  /** Every log line so far. */
  readonly logLines: readonly string[];
  readonly stop: () => Promise<void>;
}

export interface TestServerOptions {
  readonly settings?: Partial<ServerSettings>;
  readonly parts?: Partial<ServerDeps>;
  /** Options of the payments. */
  readonly payments?: Pick<SagaOptions, 'captureAfterMinutes' | 'payments' | 'isOutbound'>;
  /** A server whose database is shared, like another process of the same shop. */
  readonly besides?: Pick<TestServer, 'databaseUri' | 'db'>;
}

const defaults: ServerSettings = {
  firebase: null,
  adminEmails: ['admin@kiosk.test', 'demoted@kiosk.test'],
  requireVerifiedEmail: false,
  // Tests write as fast as they can.
  maxProductsPerUser: 1_000_000,
  contactRetentionDays: 365,
  mail: null,
  outbound: true,
  webhooks: { privateAddresses: true, keys: [] },
  corsOrigins: [],
  // Tests say by x-forwarded-for from where a guest calls.
  trustProxy: 1,
  logSampleReads: 1,
  introspection: true,
  htmlData: true,
  demoData: true,
  rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 0 },
  ipv6ClientPrefix: 56,
  connectionsPerAddress: 0,
};

/** The whole server over real HTTP, on the embedded database or on TEST_MONGODB_URI. */
export async function startTestServer({
  settings,
  parts,
  payments,
  besides,
}: TestServerOptions = {}): Promise<TestServer> {
  const { uri, stop: stopDatabase } = besides
    ? { uri: besides.databaseUri, stop: () => Promise.resolve() }
    : await startDatabaseServer();
  const identity = await startIdentityResponder();
  const logLines: string[] = [];
  const log = createLogger('trace', { write: (line) => void logLines.push(line) });
  const databaseName = besides?.db.databaseName ?? `kiosk-test-${process.pid}-${Date.now()}`;
  const database = connectDatabase({ uri, databaseName, log, answerMs: testAnswerMs });
  const verifier = createIdentity({ projectId: testProject, emulatorHost: identity.host, revocationCheckSeconds: 0 });
  const repositories = createRepositories(database.db, database.catalogue.changed);
  await database.ready();
  let port = 0;
  const saga = createSaga({ ...payments, repositories, publicUrl: () => `http://127.0.0.1:${port}` });
  const server = await createServer({
    settings: { ...defaults, ...settings },
    stripePublishableKey: payments?.payments?.name === 'stripe' ? payments.payments.publishableKey : undefined,
    typeDefs: readFileSync('schema.graphql', 'utf8'),
    resolvers,
    repositories,
    identity: verifier,
    databaseReady: database.isReady,
    catalogueVersion: database.catalogue,
    sharesDatabase: false,
    saga,
    publicUrl: () => `http://127.0.0.1:${port}`,
    projectId: testProject,
    authEmulatorUrl: () => `http://${identity.host}`,
    clientFolder: join('server', 'testing', 'client'),
    publicFolder: join('client', 'public'),
    // Rendering by the built client is covered by the browser suite.
    pageRenderer: { render: async () => null, reload: async () => undefined },
    log,
    ...parts,
  });
  await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
  port = (server.http.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...createCaller(url),
    url,
    port,
    databaseUri: uri,
    db: database.db,
    repositories,
    identity,
    server,
    saga,
    logLines,
    stop: async () => {
      await server.drain.close(server.http, { graceMs: 0, timeoutMs: 1_000 });
      await server.apollo.stop();
      await verifier.close();
      if (!besides) await dropDatabase(uri, databaseName);
      await database.close();
      await identity.stop();
      await stopDatabase();
    },
  };
}

async function dropDatabase(uri: string, name: string): Promise<void> {
  const client = new MongoClient(uri, longRunningOptions);
  try {
    await dropTestDatabase(client.db(name));
  } finally {
    await client.close();
  }
}

export function createCaller(url: string): Caller {
  const call: Caller['call'] = async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    call,
    graphql: (query, variables, options) =>
      call('POST', '/graphql', { ...options, body: { query, ...(variables && { variables }) } }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
