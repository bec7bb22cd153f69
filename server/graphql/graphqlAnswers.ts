import { HeaderMap, type ApolloServer } from '@apollo/server';
import type { RequestHandler } from 'express';
import type { AnswerCache } from '../cache/answerCache';
import { createCompiledReads, type ReadRequest } from './compiledReads';
import { callByGet, callByPost, searchOf, type GraphqlCall } from './graphqlCall';
import type { Metrics } from '../telemetry/metrics';
import { canPayReads, type RateLimiter } from '../http/rateLimits';
import {
  countReply,
  isAnonymous,
  privateReply,
  publicReply,
  sendReply,
  type Reply,
  type RequestHead,
} from '../http/reply';
import { traced } from '../telemetry/traces';
import { requestStateOf, type CreateContext, type RequestContext, type RequestState } from '../http/requestState';

export interface GraphqlAnswers {
  /** From the cache only. */
  readonly find: (request: RequestHead, written: string) => Reply | undefined;
  readonly answer: (request: RequestHead, call: GraphqlCall, state: RequestState) => Promise<Reply>;
}

interface Deps {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly answers: AnswerCache;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
}

/** GraphQL over HTTP: public reads from the cache or by compiled code, all else by Apollo. */
export function createGraphqlAnswers({ apollo, createContext, answers, limiter, metrics }: Deps): GraphqlAnswers {
  const cached = answers<Reply>({ name: 'graphql' });
  const compiled = createCompiledReads();

  async function executeByApollo({ headers }: RequestHead, { method, parameters }: GraphqlCall, state: RequestState) {
    const taken = new HeaderMap();
    for (const name of ['accept', 'content-type'] as const) {
      const value = headers[name];
      if (value !== undefined) taken.set(name, value);
    }
    const given =
      method === 'POST'
        ? { method, search: '', body: parameters }
        : { method, search: `?${new URLSearchParams(parameters as Record<string, string>)}`, body: {} };
    const answered = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { ...given, headers: taken },
      context: async () => createContext(state),
    });
    if (answered.body.kind !== 'complete') throw new Error('GraphQL documents have one answer.');
    return { status: answered.status ?? 200, headers: answered.headers, text: answered.body.string };
  }

  async function answerByApollo(request: RequestHead, call: GraphqlCall, state: RequestState): Promise<Reply> {
    const { status, headers, text } = await executeByApollo(request, call, state);
    const type = headers.get('content-type') ?? 'application/json; charset=utf-8';
    const { route, publicRead } = state;
    if (status === 200 && publicRead && isAnonymous(request)) {
      if (call.readRequest) compiled.learn(request.headers.accept, call.readRequest, { ...publicRead, type });
      return publicReply(request, { text, type, route, operations: publicRead.fields });
    }
    const others = [...headers].filter(([name]) => name !== 'content-type' && name !== 'cache-control').flat();
    return privateReply(status, { text: status >= 400 ? withRequestId(text, state.id) : text, type, route }, others);
  }

  /** As Apollo would, without its overhead around each execution; null: Apollo has to answer. */
  async function answerCompiled(
    request: RequestHead,
    readRequest: ReadRequest,
    state: RequestState,
  ): Promise<Reply | null> {
    const read = compiled.find(request.headers.accept, readRequest);
    // Apollo rejects those who cannot.
    if (!read || !canPayReads(limiter, state, read.reads)) return null;
    const data = await read.run(createContext(state), readRequest.variables);
    if (data) {
      const text = `${JSON.stringify({ data })}\n`;
      const { type, fields: operations } = read;
      return countReply(metrics, state, await publicReply(request, { text, type, route: state.route, operations }));
    }
    // Apollo charges it, too.
    state.paidReads += read.reads;
    return null;
  }

  return {
    find: (request, written) => (isAnonymous(request) ? cached.find(keyOf(request, written)) : undefined),
    async answer(request, call, state) {
      const { readRequest } = call;
      const byApollo = () => traced(span, () => answerByApollo(request, call, state));
      if (readRequest === null || !isAnonymous(request)) return byApollo();
      const make = async () =>
        (await traced(span, () => answerCompiled(request, readRequest, state))) ?? (await byApollo());
      let own: Reply | undefined;
      const shared = await cached.read(keyOf(request, readRequest.written), async () => {
        own = await make();
        return own.isPublic ? own : null;
      });
      if (own) return own;
      return shared ? countReply(metrics, state, shared) : make();
    },
  };
}

const span = { name: 'graphql', kind: 'internal' } as const;

/** Express route; the body is parsed and validated as GraphQL over HTTP. */
export function graphqlRoute({ answer }: GraphqlAnswers): RequestHandler {
  return async (request, response) => {
    const body = request.body as Record<string, unknown>;
    const call =
      request.method === 'GET'
        ? callByGet(request.query, searchOf(request.url))
        : callByPost(body, JSON.stringify(body));
    const state = requestStateOf(response);
    sendReply({ request, response, requestId: state.id }, await answer(request, call, state));
  };
}

/** Everything that a public response depends on; headers cannot contain line breaks. */
function keyOf({ method, headers }: RequestHead, written: string): string {
  return `${method}\n${headers.accept ?? ''}\n${headers['accept-encoding'] ?? ''}\n${written}`;
}

/** Errors that Apollo raises before it parses the operation lack the request id. */
function withRequestId(text: string, requestId: string): string {
  const { errors = [], ...others } = JSON.parse(text) as { errors?: { extensions?: object }[] };
  const extended = errors.map((error) => ({ ...error, extensions: { requestId, ...error.extensions } }));
  return `${JSON.stringify({ errors: extended, ...others })}\n`;
}
