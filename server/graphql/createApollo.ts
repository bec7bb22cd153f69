import { ApolloServer, type ApolloServerPlugin, type HTTPGraphQLHead } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import { MaxIntrospectionDepthRule, type FormattedExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { Resolvers } from '../__generated__/resolvers';
import type { Metrics } from '../telemetry/metrics';
import { createConcurrencyLimiter } from '../http/concurrencyLimiter';
import { chargeReads, mutationClasses, type RateLimiter, type Refund } from '../http/rateLimits';
import type { RequestContext } from '../http/requestState';
import { policy, type Operation } from '../policy';
import { aliasLengthRule } from './aliasLength';
import { affordableCost, heavyCost, readsFor } from './cost';
import { createDocumentStore } from './documentStore';
import { formatError, rememberRequest } from './formatError';
import { mutationCountRule } from './mutationCount';
import { beginIdempotent, type IdempotentRequest } from './idempotency';
import { refuseNullArgument } from './nullArguments';
import { describedScalars } from './describedScalars';
import { rootFields } from './rootFields';
import { rootTypeRule } from './rootTypeRule';
import { tracedResolvers } from './tracedResolvers';

export interface ApolloDeps {
  readonly typeDefs: string;
  readonly resolvers: Resolvers;
  readonly introspection: boolean;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
}

const armorProtection = () =>
  new ApolloArmor({
    // Its token limit answers syntax errors with 500, and its cost limit ignores variables: both are implemented
    // elsewhere.
    maxTokens: { enabled: false },
    blockFieldSuggestion: { enabled: false },
    costLimit: { enabled: false },
    maxAliases: { n: 15, allowList: [] },
    // Fragments do not add depth.
    maxDepth: { n: 6, flattenFragments: true },
    maxDirectives: { n: 5 },
  }).protect();

/** Validation rules beside GraphQL's own. */
export const documentRules = ({ validationRules } = armorProtection()) => [
  ...validationRules,
  MaxIntrospectionDepthRule,
  aliasLengthRule,
  mutationCountRule,
  rootTypeRule,
];

export function createApollo({
  typeDefs,
  resolvers,
  introspection,
  log,
  limiter,
  metrics,
}: ApolloDeps): ApolloServer<RequestContext> {
  const protection = armorProtection();
  return new ApolloServer<RequestContext>({
    typeDefs,
    resolvers: { ...tracedResolvers(resolvers), ...describedScalars(typeDefs, resolvers) } as never,
    introspection,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    // CSRF is impossible here: no cookies, GETs change nothing, and POSTs must be JSON.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    documentStore: createDocumentStore(),
    parseOptions: { maxTokens: 500 },
    // Suggestions are not sent to clients, and computing them for a long name takes milliseconds.
    validationOptions: { maxErrors: 5, hideSuggestions: true },
    executionOptions: { maxCoercionErrors: 5 },
    maxRecursiveSelections: 1_000,
    validationRules: documentRules(protection),
    plugins: [
      ...(protection.plugins as ApolloServerPlugin<RequestContext>[]),
      ApolloServerPluginLandingPageDisabled(),
      // Responses are not cached by it; its cache hints would visit every field of each.
      ApolloServerPluginCacheControlDisabled(),
      operationRules(limiter, metrics),
    ],
    formatError,
    logger: log.child({ part: 'graphql' }),
    nodeEnv: 'production',
  });
}

/** Identical for every anonymous caller: they depend on the catalogue only. */
export const publicReads: ReadonlySet<string> = new Set<string>([
  'products',
  'product',
  'categories',
] satisfies Operation[]);

/**
 * Concurrent expensive documents: the share per client leaves room for others. `concurrency` of them query the database,
 * which runs one query at a time where it is embedded.
 */
const heavyLimits = { perClient: 4, total: 16, concurrency: 4 };

/**
 * Time or a new token lets the same call through, so that its repetitions must not use up the caller's day. What fails
 * below the root may have been done.
 */
function isPassingRefusal({ status, headers }: HTTPGraphQLHead, { data, errors = [] }: FormattedExecutionResult) {
  if (errors.length === 0 || errors.some(({ path = [] }) => path.length > 1)) return false;
  if (Object.values(data ?? {}).some((value) => value !== null)) return false;
  return status === 401 || headers.has('retry-after');
}

/** Rate limits and access rules before an operation, metrics after it. */
function operationRules(limiter: RateLimiter, metrics: Metrics): ApolloServerPlugin<RequestContext> {
  const heavy = createConcurrencyLimiter(heavyLimits, limiter.counts('reads'), () => metrics.countRefusal('expensive'));
  return {
    requestDidStart: async () => {
      let release = () => undefined as void;
      const refunds: Refund[] = [];
      let keyed: IdempotentRequest = {};
      let fields: string[] = [];
      let isPublic = false;
      return {
        didResolveOperation: async ({ schema, document, source, request, operation, operationName, contextValue }) => {
          const { variables = {} } = request;
          if (operation) {
            fields = rootFields(operation.selectionSet, document);
            isPublic = fields.every((field) => publicReads.has(field));
            refuseNullArgument(schema, document, operation, variables);
          }
          const cost = affordableCost({ schema, document, variables, operationName: operationName ?? undefined });
          if (!operation) return;
          const { request: state } = contextValue;
          state.operation = fields.filter((field) => field in policy).join(',') || 'other';
          // First: whoever finds no slot pays nothing. It is released with the answer, of an error, too.
          if (cost >= heavyCost) release = await heavy.acquire(state.client);
          chargeReads(limiter, state, readsFor(cost));
          if (operation.operation === 'mutation')
            for (const kind of fields.flatMap(mutationClasses)) refunds.push(await limiter.charge(kind, state.client));
          // Last, since nothing may be stored for rejected calls.
          if (operation.operation === 'mutation')
            keyed = await beginIdempotent({ context: contextValue, schema, document, source, operation, variables });
        },
        responseForOperation: async () => keyed.replay ?? null,
        didEncounterErrors: async ({ errors, schema, contextValue }) => {
          for (const error of errors) rememberRequest(error, contextValue.request, schema);
        },
        willSendResponse: async ({ schema, document, operation, response, contextValue }) => {
          release();
          if (!document || !operation || response.body.kind !== 'single') return;
          const { data, errors } = response.body.singleResult;
          // Refused items of a successful bulk call are in `errors`; the call as a whole succeeded.
          if (errors && data && Object.values(data).some((value) => value !== null)) delete response.http.status;
          else if (errors?.some(({ extensions }) => extensions?.['code'] === 'INTERNAL_SERVER_ERROR'))
            response.http.status = 500;
          if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer');
          const { status = 200, headers } = response.http;
          if (isPassingRefusal(response.http, response.body.singleResult))
            await Promise.all(refunds.map((refund) => refund()));
          await keyed.settle?.({ status, isTemporary: headers.has('retry-after') }, response.body.singleResult);
          for (const field of fields) {
            if (field in policy) metrics.countOperation(field, errors ? 'error' : 'ok');
          }
          if (isPublic && !errors) contextValue.request.publicRead = { schema, document, operation, fields };
        },
      };
    },
  };
}
