import type { ApolloServer } from '@apollo/server';
import { Router, type Request, type Response } from 'express';
import { NotFoundError, UnavailableError } from '../errors';
import type { Answers } from '../cache/answerCache';
import { publicReads } from '../graphql/createApollo';
import { notFound, sendError } from '../http/httpErrors';
import type { Metrics } from '../telemetry/metrics';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import {
  countReply,
  isAnonymous,
  privateReply,
  publicReply,
  restRequestKey,
  sendReply,
  type Reply,
} from '../http/reply';
import { requestStateOf, type CreateContext, type RequestContext } from '../http/requestState';
import type { Endpoint } from './endpoint';
import { formatOf, type ListFormat } from './listFormat';
import { endpoints } from './endpoints';
import { writeChunk } from '../http/writeChunk';
import { createOpenApi } from './openApi';
import { statusOf } from './openApiResponses';
import { pageSize, readCall } from './readCall';
import { restAnswer, restRefusal, restShape } from './restShape';
import type { WholeLists } from './wholeLists';

export interface RestDeps {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly publicUrl: () => string;
  readonly typeDefs: string;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  /** Cached pages of public lists. */
  readonly pages: Answers<Reply>;
  readonly wholeLists: WholeLists;
}

type Variables = Readonly<Record<string, unknown>>;
type Execute = (endpoint: Endpoint, variables: Variables) => Promise<Outcome>;
type Outcome =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly send: (response: Response) => void };

interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const wholePage = 100;
const jsonType = 'application/json; charset=utf-8';

/** Routes the REST table to GraphQL operations, executed in-process with all of GraphQL's checks. */
export function createRestRouter(deps: RestDeps): Router {
  const router = Router();
  // The origin is only known once the server listens.
  let openApi: object | undefined;
  router.get('/openapi.json', (_request, response) => {
    openApi ??= createOpenApi(endpoints, deps.typeDefs, deps.publicUrl());
    response.json(openApi);
  });
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const here = endpoints.filter((endpoint) => endpoint.path === path);
    for (const method of new Set(here.map((endpoint) => endpoint.method))) {
      const rows = here.filter((endpoint) => endpoint.method === method);
      const register = router[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'].bind(router);
      register(path, async (request, response) => {
        const row = rows.find(({ whenQuery }) => whenQuery !== undefined && whenQuery in request.query) ?? rows.at(-1);
        if (row) await answer(deps, row, request, response);
      });
    }
  }
  router.use(notFound);
  return router;
}

async function answer(deps: RestDeps, endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const state = requestStateOf(response);
  state.route = `${endpoint.method} /api${endpoint.path}`;
  const call = await readCall(endpoint, request);
  const variables = endpoint.variables(call);
  const context = deps.createContext(state);
  const execute = executor(deps, context, { request, response });
  if (endpoint.list) {
    const limit = pageSize(call);
    const after = call.query['cursor'];
    const from = { ...variables, ...(after !== undefined && { after }) };
    const list = { request, response, from, search: call.query };
    return limit === null
      ? sendWholeList(deps, execute, endpoint, { ...list, format: await formatOf(endpoint, context) })
      : sendListPage(deps, execute, endpoint, list, limit);
  }
  const outcome = await execute(endpoint, variables);
  if (!outcome.ok) return outcome.send(response);
  if (outcome.result === null && endpoint.absent !== undefined) throw new NotFoundError(endpoint.absent, '_id');
  response.status(endpoint.status).json(restAnswer(endpoint, outcome.result));
}

/** Requests stock for identified callers; the operation decides whether they may see it. */
const piecesFor = ({ document }: Endpoint, { headers }: Request): Variables =>
  document.includes('$pieces') ? { pieces: headers.authorization !== undefined } : {};

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

function executor({ apollo }: RestDeps, contextValue: RequestContext, { request, response }: Exchange): Execute {
  return async (endpoint, variables) => {
    const { body, http } = await apollo.executeOperation(
      { query: endpoint.document, variables: { ...variables, ...piecesFor(endpoint, request) } },
      { contextValue },
    );
    if (body.kind !== 'single') throw new Error('REST documents have one answer.');
    const replayed = http.headers.get('idempotent-replayed');
    if (replayed !== undefined) response.setHeader('Idempotent-Replayed', replayed);
    const { data, errors } = body.singleResult;
    const [error] = errors ?? [];
    if (!error) return { ok: true, result: data?.[endpoint.operation] };
    const retryAfter = http.headers.get('retry-after');
    const extensions = (error.extensions ?? {}) as Record<string, string | undefined>;
    const { code = 'INTERNAL_SERVER_ERROR', field, fieldMessage, requestId } = extensions;
    const refusal = restRefusal(fieldMessage ?? error.message, field);
    const send = (response: Response) => {
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
      // GraphQL answers 200 where only a nested field has failed.
      const status = http.status !== undefined && http.status >= 400 ? http.status : statusOf(code);
      sendError(response, status, { ...refusal, code, requestId });
    };
    return { ok: false, send };
  };
}

interface ListCall extends Exchange {
  readonly from: Variables;
  /** Query parameters. */
  readonly search: Readonly<Record<string, string>>;
}

const isForEverybody = (endpoint: Endpoint, request: Request) =>
  publicReads.has(endpoint.operation) && isAnonymous(request);

async function sendListPage(
  deps: RestDeps,
  execute: Execute,
  endpoint: Endpoint,
  { request, response, from, search }: ListCall,
  limit: number,
): Promise<void> {
  const state = requestStateOf(response);
  const isPublic = isForEverybody(endpoint, request);
  const own: { outcome?: Outcome } = {};
  const make = async (): Promise<Reply | null> => {
    const outcome = (own.outcome = await execute(endpoint, { ...from, first: limit }));
    if (!outcome.ok) return null;
    const { nodes, pageInfo } = outcome.result as Page;
    const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    const link =
      next === null
        ? []
        : ['Link', `<${addressOfNext(deps, request, { ...search, limit: String(limit), cursor: next })}>; rel="next"`];
    const { route } = state;
    const body = { text: JSON.stringify(restShape(nodes)), type: jsonType, route, operations: [endpoint.operation] };
    return isPublic ? publicReply(request, body, link) : privateReply(endpoint.status, body, link);
  };
  const shared = isPublic ? await deps.pages.read(restRequestKey(request.originalUrl, request), make) : null;
  if (shared && !own.outcome) countReply(deps.metrics, state, shared);
  const reply = shared ?? (own.outcome ? null : await make());
  if (reply) sendReply({ request, response, requestId: state.id }, reply);
  else if (own.outcome?.ok === false) own.outcome.send(response);
}

/** A first page is an ordinary read; more pages need a slot, even from the cache. */
async function sendWholeList(
  deps: RestDeps,
  execute: Execute,
  endpoint: Endpoint,
  call: ListCall & { readonly format: ListFormat },
): Promise<void> {
  const { request, response, from, format } = call;
  const { limiter, wholeLists } = deps;
  const state = requestStateOf(response);
  const key =
    isForEverybody(endpoint, request) && !('after' in from) ? JSON.stringify([endpoint.operation, from]) : null;
  const kept = key === null ? null : wholeLists.find(key);
  const keeper = key === null || kept ? null : wholeLists.begin(key);
  // The status must reflect errors that are known before anything is sent.
  const first = kept ? null : await execute(endpoint, { ...from, first: wholePage });
  if (first && !first.ok) return first.send(response);
  const isLong = kept ? kept.length > 1 : (first?.result as Page).pageInfo.hasNextPage;
  const release = isLong ? await wholeLists.acquire(state.client) : () => undefined;
  try {
    // Whoever finds no slot has not paid for the list.
    if (kept) chargeReads(limiter, state, kept.length);
    response.status(endpoint.status).type(format.type);
    if (format.fileName !== undefined) response.attachment(format.fileName);
    const pages = kept ?? pagesOf(execute, endpoint, { from, format }, first?.result as Page);
    for await (const page of pages) {
      keeper?.add(page);
      if (!(await writeChunk(response, page))) return;
    }
    keeper?.end();
    response.end();
  } finally {
    release();
  }
}

/** Holds one page at a time, whatever the list's length. */
async function* pagesOf(
  execute: Execute,
  endpoint: Endpoint,
  { from, format }: { readonly from: Variables; readonly format: ListFormat },
  first: Page,
): AsyncGenerator<Buffer> {
  let page = first;
  for (let [start, separator] = [format.begin, '']; ; start = '') {
    const { nodes, pageInfo } = page;
    const rows = format.rows(nodes);
    const isLast = !pageInfo.hasNextPage || pageInfo.endCursor === null;
    yield Buffer.from(`${start}${rows === '' ? '' : separator}${rows}${isLast ? format.end : ''}`);
    if (isLast) return;
    if (rows !== '') separator = format.between;
    const outcome = await execute(endpoint, { ...from, first: wholePage, after: pageInfo.endCursor });
    // The status is sent: aborting the connection is the only way left to report that the list is incomplete.
    if (!outcome.ok) throw new UnavailableError();
    page = outcome.result as Page;
  }
}

function addressOfNext({ publicUrl }: RestDeps, request: Request, search: Readonly<Record<string, string>>): string {
  const next = new URL(request.baseUrl + request.path, publicUrl());
  next.search = new URLSearchParams(search).toString();
  return next.href;
}
