import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Resolvers } from './__generated__/resolvers';
import type { Identity } from './auth/identity';
import { createApiKeyReader } from './apiKeys/apiKeyReader';
import { loadApiKey } from './apiKeys/loadApiKey';
import { looksLikeApiKey } from './auth/apiKeyText';
import { bearerToken, viewerOf } from './auth/viewer';
import { createAnswerCache, type AnswerCache, type Answers, type KnownVersion } from './cache/answerCache';
import { loadSignedIn } from './users/loadSignedIn';
import type { Context } from './context';
import { createLoaders, type Repositories } from './collections/repositories';
import type { Environment } from './env';
import { UnavailableError } from './errors';
import { createApollo } from './graphql/createApollo';
import { acceptsGraphql } from './http/acceptable';
import { identifyApiKeys, rejectKeysInUrls } from './http/identifyApiKeys';
import { allowMethods, methodsOfAddress } from './http/allowMethods';
import { createAccessLog, type AccessLog } from './http/accessLog';
import { addressReader, clientKey, type ClientOf } from './http/clientAddress';
import { answerClientErrors } from './http/clientErrors';
import { createClientFiles, serveClientFiles, type ClientFiles } from './http/clientFiles';
import { limitConnections, maxStallMs } from './http/connectionLimits';
import { createDrain, type Drain } from './http/drain';
import { createFastPath } from './graphql/fastPath';
import { createGraphqlAnswers, graphqlRoute, type GraphqlAnswers } from './graphql/graphqlAnswers';
import { live, ready, type FaultyDependencies } from './http/health';
import { checkHost, ownHost, requireHost } from './http/hostCheck';
import { errorHandler } from './http/httpErrors';
import { messageReader } from './mail/readMessage';
import { createMetrics, type Metrics } from './telemetry/metrics';
import { tracedRequests } from './telemetry/traces';
import { servePages } from './pages/servePages';
import { createRateLimiter, limitCalls, type RateLimiter, type SharedCounts } from './http/rateLimits';
import { sanitizeTargets, requireTarget, withoutFinalHandler } from './http/rawTarget';
import type { Reply } from './http/reply';
import { jsonBody, readBody } from './http/requestBody';
import {
  requestState,
  requestStateOf,
  type CreateContext,
  type RequestContext,
  type RequestStateDeps,
} from './http/requestState';
import { commonHeaders, securityHeaders, type SecuritySettings } from './http/securityHeaders';
import type { PageRenderer } from './pages/pageRenderer';
import { createSettingsReader } from './settings/settingsReader';
import { testPaymentRoutes, webhookRoute } from './rest/paymentRoutes';
import { createNoticeProcessor } from './notices/noticeProcessor';
import { providerNameOf } from './payments/noProvider';
import { isTestProvider } from './payments/testProvider';
import { createPageData } from './pages/pageData';
import { siteFiles } from './pages/siteFiles';
import { restMethods, takesCsv } from './rest/restMethods';
import { documentRoutes } from './rest/documentRoutes';
import { createRestRouter } from './rest/restRouter';
import { createWholeLists } from './rest/wholeLists';
import { webhookContext } from './webhooks/webhookContext';

export type ServerSettings = Pick<
  Environment,
  | 'firebase'
  | 'adminEmails'
  | 'requireVerifiedEmail'
  | 'maxProductsPerUser'
  | 'contactRetentionDays'
  | 'mail'
  | 'outbound'
  | 'webhooks'
  | 'corsOrigins'
  | 'trustProxy'
  | 'logSampleReads'
  | 'introspection'
  | 'htmlData'
  | 'demoData'
  | 'rateLimits'
  | 'ipv6ClientPrefix'
  | 'connectionsPerAddress'
>;

export interface ServerDeps {
  readonly settings: ServerSettings;
  readonly typeDefs: string;
  readonly resolvers: Resolvers;
  readonly repositories: Repositories;
  readonly identity: Identity;
  /** The dependencies of purchases. */
  readonly saga: Context['saga'];
  readonly databaseReady: () => boolean;
  /** Faulty dependencies beside the database; none if missing, as in tests. */
  readonly faultyDependencies?: () => FaultyDependencies;
  readonly catalogueVersion: KnownVersion;
  /** Whether other processes use the same database: rate limits are then counted there. */
  readonly sharesDatabase: boolean;
  /** The origin of absolute links; known once the port is. */
  readonly publicUrl: () => string;
  readonly projectId: string;
  readonly authEmulatorUrl: () => string | null;
  /** Stripe's public key for browsers; missing if Stripe is not used. */
  readonly stripePublishableKey?: string | undefined;
  /** The built client, and pictures that need no build. */
  readonly clientFolder: string;
  readonly publicFolder: string;
  readonly pageRenderer: PageRenderer;
  readonly log: Logger;
  /** Shared metrics of the process; its own if missing. */
  readonly metrics?: Metrics;
  readonly now?: () => Date;
  /** How long a page waits for its first screen's data; see pageData.ts. */
  readonly pageDataWaitMs?: number;
  /** How long a connection may make no progress; see connectionLimits.ts. */
  readonly stalledMs?: number;
}

export interface KioskServer {
  readonly http: Server;
  readonly apollo: ApolloServer<RequestContext>;
  readonly drain: Drain;
  readonly metrics: Metrics;
  /** Call this when the client was built. */
  readonly reloadClient: () => Promise<void>;
  /** For replaced workers: resolves when all connections are closed. */
  readonly retire: () => Promise<void>;
  /** Finishes pending requests, then closes. */
  readonly stop: () => Promise<void>;
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
/** Limit of signed notices: twice the expected peak of a provider. */
const noticesPerMinute = 12_000;
/** Forged ones per address, one for each 8 kB begun. */
const forgedNoticesPerMinute = 120;
/** Different wrong keys per address: each one causes a database lookup. */
const wrongKeysPerMinute = 60;
/** Apollo handles all paths below its own. */
const prefixes = { '/graphql': () => ['GET', 'POST', 'OPTIONS'], '/api': restMethods };

export async function createServer(deps: ServerDeps): Promise<KioskServer> {
  const { settings, log } = deps;
  const drain = createDrain();
  const metrics = deps.metrics ?? createMetrics();
  const limits = {
    ...{ notices: noticesPerMinute, forgedNotices: forgedNoticesPerMinute, wrongKeys: wrongKeysPerMinute },
    ...settings.rateLimits,
  };
  const days = sharedCounts(deps);
  const windows = { days, ...(deps.sharesDatabase && { minutes: days }) };
  const limiter = createRateLimiter(limits, windows, metrics.countRefusal);
  const apollo = createApollo({ ...deps, introspection: settings.introspection, limiter, metrics });
  await apollo.start();
  const answers = createAnswerCache(deps.catalogueVersion);
  const createContext = contextMaker(deps, answers);
  const clientOf: ClientOf = (address) => clientKey(address, settings.ipv6ClientPrefix);
  const api: ApiDeps = {
    ...{ apollo, createContext, limiter, metrics, answers },
    graphql: createGraphqlAnswers({ apollo, createContext, answers, limiter, metrics }),
    pages: answers<Reply>({ name: 'rest' }),
    state: {
      log,
      authenticate: authenticator(deps, limiter),
      addressOf: addressReader(settings.trustProxy),
      clientOf,
    },
    accessLog: createAccessLog(log, metrics, settings.logSampleReads),
    headers: commonHeaders(securitySettings(deps)),
    isOwnHost: settings.firebase ? () => true : ownHost(deps.publicUrl),
  };
  const clientFiles = createClientFiles(deps.clientFolder, deps.publicFolder);
  const app = createApp(deps, api);
  app.get('/livez', label('livez'), live);
  const { databaseReady, faultyDependencies = () => ({}) } = deps;
  const pagesReady = () => clientFiles.page('index.html') !== null;
  app.get('/readyz', label('readyz'), ready({ closing: drain.closing, databaseReady, faultyDependencies, pagesReady }));
  app.get('/config.json', label('config'), clientConfig(deps));
  addApi(app, deps, api);
  addPages(app, deps, api, clientFiles);
  app.use(errorHandler);

  const fastPath = createFastPath(
    { ...api, rest: api.pages, sampleReads: settings.logSampleReads, drain, corsOrigins: settings.corsOrigins },
    withoutFinalHandler(app, log),
  );
  const http = createHttpServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 20_000,
      requireHostHeader: false,
    },
    sanitizeTargets(tracedRequests(fastPath)),
  );
  http.maxConnections = 4_000;
  const { stalledMs = maxStallMs } = deps;
  const onRefusal = () => metrics.countRefusal('connections');
  limitConnections(http, log, { stalledMs, perClient: settings.connectionsPerAddress, clientOf, onRefusal });
  http.once('listening', () =>
    metrics.answers(
      { isReady: () => databaseReady() && !drain.closing(), isRetiring: drain.draining },
      faultyDependencies,
    ),
  );
  answerClientErrors(http, log, methods.join(', '));
  const stop = async () => {
    await drain.close(http);
    await apollo.stop();
  };
  const reloadClient = async () => {
    clientFiles.reload();
    await deps.pageRenderer.reload();
  };
  return { http, apollo, drain, metrics, reloadClient, retire: () => drain.retire(http), stop };
}

/** With the middleware common to all responses. */
function createApp(deps: ServerDeps, { state, accessLog, headers, isOwnHost }: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(requestState(state), (request, response, next) => {
    accessLog.observe(request, response, requestStateOf(response));
    next();
  });
  app.use(securityHeaders(headers), requireHost, requireTarget, rejectKeysInUrls);
  if (!deps.settings.firebase) app.use(checkHost(isOwnHost));
  app.use(allowMethods(prefixes, methods));
  return app;
}

/** Does not wait for an unavailable database. */
function sharedCounts({ repositories, databaseReady }: ServerDeps): SharedCounts {
  return {
    add: async (key, used, windowMs) => {
      if (!databaseReady()) throw new UnavailableError();
      return repositories.rateCounts.add(key, used, windowMs);
    },
  };
}

function contextMaker(deps: ServerDeps, answers: AnswerCache): CreateContext {
  const shopSettings = createSettingsReader(answers, deps.repositories.shopSettings);
  const now = deps.now ?? (() => new Date());
  const { firebase, mail, outbound } = deps.settings;
  const read = messageReader(deps);
  return (state) => ({
    request: state,
    requestId: state.id,
    log: state.log,
    repositories: deps.repositories,
    identity: deps.identity,
    loaders: createLoaders(deps.repositories),
    adminEmails: deps.settings.adminEmails,
    requireVerifiedEmail: deps.settings.requireVerifiedEmail,
    maxProductsPerUser: deps.settings.maxProductsPerUser,
    contactRetentionDays: deps.settings.contactRetentionDays,
    shopSettings,
    now,
    saga: deps.saga,
    webhooks: webhookContext(deps.settings, deps.repositories.shopKey),
    mail: {
      ...{ isSent: mail !== null && outbound, isShownToBuyers: mail === null && firebase === null },
      ...{ read, contactEmail: mail?.contactEmail ?? null },
    },
    client: state.client,
    checkoutToken: state.checkoutToken,
    bearsApiKey: state.bearsApiKey,
    idempotencyKey: null,
    signedIn: state.signedIn,
  });
}

interface ApiDeps {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly answers: AnswerCache;
  readonly graphql: GraphqlAnswers;
  /** Public lists by REST. */
  readonly pages: Answers<Reply>;
  readonly state: RequestStateDeps;
  readonly accessLog: AccessLog;
  readonly headers: readonly string[];
  readonly isOwnHost: (request: IncomingMessage) => boolean;
}

function addApi(app: Express, deps: ServerDeps, api: ApiDeps): void {
  const { limiter, graphql, answers, metrics } = api;
  const { saga, repositories, log } = deps;
  const now = deps.now ?? (() => new Date());
  const { countNotice } = metrics;
  const follower = createNoticeProcessor({ ...saga, repositories, log, now, countNotice });
  app.post(
    '/api/webhooks/:provider',
    label('webhooks'),
    noStore,
    webhookRoute({ provider: saga.provider, repositories, now, limiter, follower, countNotice }),
  );
  const onRefusal = () => metrics.countRefusal('expensive');
  const byKey = identifyApiKeys(() => new URL(deps.publicUrl()).origin);
  const shared = [crossOrigin(deps.settings.corsOrigins), noStore, byKey, limitCalls(limiter)];
  const withJson = [...shared, ...jsonBody];
  app.use('/graphql', label('graphql'), acceptsGraphql, ...withJson, graphqlRoute(graphql));
  if (isTestProvider(saga.provider))
    app.use('/api/test-payments', label('test-payments'), ...withJson, testPaymentRoutes(saga.provider, limiter));
  app.use(
    '/api',
    label('api'),
    ...shared,
    ...readBody(takesCsv),
    documentRoutes(api.createContext, limiter, onRefusal),
    createRestRouter({
      ...{ ...api, publicUrl: deps.publicUrl, typeDefs: deps.typeDefs },
      wholeLists: createWholeLists(answers, limiter.counts('reads'), onRefusal),
    }),
  );
}

function addPages(app: Express, deps: ServerDeps, api: ApiDeps, files: ClientFiles): void {
  const { settings, publicUrl, pageRenderer } = deps;
  const { apollo, createContext, limiter, answers, metrics } = api;
  const onRefusal = () => metrics.countRefusal('expensive');
  app.use(siteFiles({ publicUrl, limiter, answers, products: deps.repositories.products, onRefusal }));
  app.use(serveClientFiles(files));
  app.use(
    servePages({
      files,
      security: securitySettings(deps),
      playground: settings.introspection,
      readData: createPageData({ apollo, createContext, waitMs: deps.pageDataWaitMs }),
      htmlData: settings.htmlData,
      renderPage: pageRenderer.render,
      contactRetentionDays: settings.contactRetentionDays,
      limiter,
      publicUrl,
    }),
  );
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.vary('Authorization');
  next();
};

function label(route: string): RequestHandler {
  return (_request, response, next) => {
    requestStateOf(response).route = route;
    next();
  };
}

/** CORS for the configured origins only; all others get no CORS headers. */
function crossOrigin(origins: readonly string[]): RequestHandler {
  const settings = {
    origin: true,
    credentials: true,
    allowedHeaders: [
      ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'X-Checkout-Token', 'X-Request-Id'],
      // Sent by common third-party clients; nothing here depends on it.
      ...['Apollo-Require-Preflight', 'X-Apollo-Operation-Name', 'X-Apollo-Operation-Id', 'X-Apollo-Operation-Type'],
      ...['Apollographql-Client-Name', 'Apollographql-Client-Version'],
    ],
    exposedHeaders: ['Idempotent-Replayed', 'Link', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  };
  const listed = cors<Request>(({ baseUrl, path }, done) => {
    const allowed = methodsOfAddress(prefixes, baseUrl + path).methods;
    done(null, { ...settings, methods: [...(allowed ?? methods)] });
  });
  return (request, response, next) => {
    response.vary('Origin');
    if (origins.includes(request.get('origin') ?? '')) {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      listed(request, response, next);
    } else if (request.method === 'OPTIONS') {
      response.status(204).end();
    } else next();
  };
}

function authenticator(
  { identity, repositories, settings, log: ownLog, now = () => new Date() }: ServerDeps,
  limiter: RateLimiter,
): RequestStateDeps['authenticate'] {
  const onFailedNote = (error: unknown) => ownLog.warn({ err: error }, 'the use of an API key is not noted');
  const reader = createApiKeyReader({ apiKeys: repositories.apiKeys, now, onFailedNote });
  return async (request, { id, log, client }) => {
    const accessToken = bearerToken(request);
    if (accessToken === null) return null;
    if (looksLikeApiKey(accessToken))
      return loadApiKey(reader, accessToken, {
        refuseExhausted: () => limiter.refuseExhausted('wrongKeys', client),
        countWrong: () => limiter('wrongKeys', client),
        countRepeated: () => limiter('reads', client),
      });
    const viewer = viewerOf(await identity.verify(accessToken));
    const { adminEmails } = settings;
    return loadSignedIn({ repositories, viewer, accessToken, adminEmails, requestId: id, log, now });
  };
}

function securitySettings({ settings, authEmulatorUrl, publicUrl, saga }: ServerDeps): SecuritySettings {
  return {
    authDomain: settings.firebase?.authDomain ?? null,
    authEmulatorUrl,
    https: settings.firebase !== null && publicUrl().startsWith('https://'),
    stripe: providerNameOf(saga.provider) === 'stripe',
  };
}

/** Runtime configuration of the client, so that one build serves every environment. */
function clientConfig(deps: ServerDeps): RequestHandler {
  const { settings, projectId, authEmulatorUrl, saga, stripePublishableKey } = deps;
  return (_request, response) => {
    const { firebase, introspection, demoData } = settings;
    const paymentProvider = providerNameOf(saga.provider);
    response.setHeader('Cache-Control', 'no-store').json({
      mode: firebase ? 'firebase' : 'embedded',
      firebase: firebase ?? { projectId, apiKey: 'demo-key', authDomain: 'localhost' },
      authEmulatorUrl: authEmulatorUrl(),
      playground: introspection,
      demoAccounts: firebase === null && demoData,
      contactRetentionDays: settings.contactRetentionDays,
      outbound: settings.outbound,
      paymentProvider,
      captureAfterMinutes: saga.captureAfterMinutes,
      ...(paymentProvider === 'stripe' && { stripePublishableKey }),
    });
  };
}
