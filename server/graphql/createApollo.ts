import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import { MaxIntrospectionDepthRule } from 'graphql';
import type { Logger } from 'pino';
import type { Resolvers } from '../__generated__/resolvers';
import type { Metrics } from '../telemetry/metrics';
import { createGate } from '../http/gate';
import { chargeReads, mutationClasses, type RateLimiter } from '../http/rateLimits';
import type { RequestContext } from '../http/requestState';
import { policy, type Operation } from '../policy';
import { affordableCost, heavyCost, readsFor } from './cost';
import { createDocumentStore } from './documentStore';
import { formatError, rememberRequest } from './formatError';
import { mutationCountRule } from './mutationCount';
import { beginKeyed, type KeyedRequest } from './idempotency';
import { refuseNullArgument } from './nullArguments';
import { describedScalars } from './describedScalars';
import { rootFields } from './rootFields';
import { rootTypeRule } from './rootTypeRule';
import { tracedResolvers } from './tracedResolvers';

export interface ApolloParts {
  readonly typeDefs: string;
  readonly resolvers: Resolvers;
  readonly introspection: boolean;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
}

const armorProtection = () =>
  new ApolloArmor({
    // Its token limit answers syntax errors with 500, and its cost limit does not see variables: both are elsewhere here.
    maxTokens: { enabled: false },
    blockFieldSuggestion: { enabled: false },
    costLimit: { enabled: false },
    maxAliases: { n: 15, allowList: [] },
    // A fragment is no level of its own: what is asked for is as deep without it.
    maxDepth: { n: 6, flattenFragments: true },
    maxDirectives: { n: 5 },
  }).protect();

/** What a document must keep to, beside GraphQL's own rules. */
export const documentRules = ({ validationRules } = armorProtection()) => [
  ...validationRules,
  MaxIntrospectionDepthRule,
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
}: ApolloParts): ApolloServer<RequestContext> {
  const protection = armorProtection();
  return new ApolloServer<RequestContext>({
    typeDefs,
    resolvers: { ...tracedResolvers(resolvers), ...describedScalars(typeDefs, resolvers) } as never,
    introspection,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    // No cookie says who a caller is, a GET changes nothing, and a POST must be JSON: nothing is left to forge.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    documentStore: createDocumentStore(),
    parseOptions: { maxTokens: 500 },
    // Clients are told none, and to look for some among a schema's names takes milliseconds for a long one.
    validationOptions: { maxErrors: 5, hideSuggestions: true },
    executionOptions: { maxCoercionErrors: 5 },
    maxRecursiveSelections: 1_000,
    validationRules: documentRules(protection),
    plugins: [
      ...(protection.plugins as ApolloServerPlugin<RequestContext>[]),
      ApolloServerPluginLandingPageDisabled(),
      // Answers are never kept anyway; it would look at every field of each.
      ApolloServerPluginCacheControlDisabled(),
      operationRules(limiter, metrics),
    ],
    formatError,
    logger: log.child({ part: 'graphql' }),
    nodeEnv: 'production',
  });
}

/** The same for every anonymous caller: made of the catalogue and of nothing else. */
export const publicReads: ReadonlySet<string> = new Set<string>([
  'products',
  'product',
  'categories',
] satisfies Operation[]);

/**
 * Expensive documents under way at a time: a client's own share leaves room for the others. Of those so many ask the database at once;
 * the embedded one answers one question after another.
 */
const heavyLimits = { perClient: 4, inAll: 16, atOnce: 4 };

/** What must be known before an operation runs and told after it. */
function operationRules(limiter: RateLimiter, metrics: Metrics): ApolloServerPlugin<RequestContext> {
  const heavy = createGate(heavyLimits, limiter.counts('reads'), () => metrics.countRefusal('expensive'));
  return {
    requestDidStart: async () => {
      let leave = () => undefined as void;
      let keyed: KeyedRequest = {};
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
          chargeReads(limiter, state, readsFor(cost));
          if (operation.operation === 'mutation')
            for (const kind of fields.flatMap(mutationClasses)) await limiter.charge(kind, state.client);
          if (cost >= heavyCost) leave = await heavy.enter(state.client);
          // Last, for nothing is to be written for what is refused.
          if (operation.operation === 'mutation')
            keyed = await beginKeyed({ context: contextValue, schema, document, source, operation, variables });
        },
        responseForOperation: async () => keyed.replay ?? null,
        didEncounterErrors: async ({ errors, schema, contextValue }) => {
          for (const error of errors) rememberRequest(error, contextValue.request, schema);
        },
        willSendResponse: async ({ schema, document, operation, response, contextValue }) => {
          leave();
          if (!document || !operation || response.body.kind !== 'single') return;
          const { data, errors } = response.body.singleResult;
          // A refusal beside a good answer is told in `errors`; the call as a whole has worked.
          if (errors && data && Object.values(data).some((value) => value !== null)) delete response.http.status;
          else if (errors?.some(({ extensions }) => extensions?.['code'] === 'INTERNAL_SERVER_ERROR'))
            response.http.status = 500;
          if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer');
          const { status = 200, headers } = response.http;
          await keyed.settle?.({ status, isForNow: headers.has('retry-after') }, response.body.singleResult);
          for (const field of fields) {
            if (field in policy) metrics.countOperation(field, errors ? 'error' : 'ok');
          }
          if (isPublic && !errors) contextValue.request.publicRead = { schema, document, operation, fields };
        },
      };
    },
  };
}
