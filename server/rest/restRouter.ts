import type { ApolloServer } from '@apollo/server';
import { Router, type Request, type Response } from 'express';
import { UnavailableError } from '../errors';
import { sharedReads } from '../graphql/createApollo';
import { notFound, sendError } from '../http/httpErrors';
import { chargeReads, type RateLimiter } from '../http/rateLimits';
import { stateOf, type CreateContext, type RequestContext } from '../http/requestState';
import { endpoints, type Endpoint } from './endpoints';
import { createOpenApi } from './openApi';
import { pageSize, readCall } from './readCall';
import { restAnswer, restRefusal, restShape } from './restShape';
import { written, type WholeLists } from './wholeLists';

export interface RestParts {
  readonly apollo: ApolloServer<RequestContext>;
  readonly createContext: CreateContext;
  readonly publicUrl: () => string;
  readonly typeDefs: string;
  readonly limiter: RateLimiter;
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

/** The table over the operations, executed in-process with everything that a GraphQL call passes through. */
export function createRestRouter(parts: RestParts): Router {
  const router = Router();
  // The address is not known before the port is.
  let openApi: object | undefined;
  router.get('/openapi.json', (_request, response) => {
    openApi ??= createOpenApi(endpoints, parts.typeDefs, parts.publicUrl());
    response.json(openApi);
  });
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const here = endpoints.filter((endpoint) => endpoint.path === path);
    for (const method of new Set(here.map((endpoint) => endpoint.method))) {
      const rows = here.filter((endpoint) => endpoint.method === method);
      const register = router[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'].bind(router);
      register(path, async (request, response) => {
        const row = rows.find(({ whenQuery }) => whenQuery !== undefined && whenQuery in request.query) ?? rows.at(-1);
        if (row) await answer(parts, row, request, response);
      });
    }
  }
  router.use(notFound);
  return router;
}

async function answer(parts: RestParts, endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  const state = stateOf(response);
  state.route = `${endpoint.method} /api${endpoint.path}`;
  const call = readCall(endpoint, request);
  const variables = endpoint.variables(call);
  const execute = executor(parts, parts.createContext(state), response);
  if (endpoint.list) {
    const limit = pageSize(call);
    const after = call.query['cursor'];
    const from = { ...variables, ...(after !== undefined && { after }) };
    if (limit === null) return sendWholeList(parts, execute, endpoint, { request, response, from });
    const outcome = await execute(endpoint, { ...from, first: limit });
    if (!outcome.ok) return outcome.send(response);
    const { nodes, pageInfo } = outcome.result as Page;
    if (pageInfo.hasNextPage && pageInfo.endCursor !== null)
      linkToNext(parts, request, response, limit, pageInfo.endCursor);
    response.json(restShape(nodes));
    return;
  }
  const outcome = await execute(endpoint, variables);
  if (!outcome.ok) return outcome.send(response);
  response.status(endpoint.status).json(restAnswer(endpoint, outcome.result));
}

function executor({ apollo }: RestParts, contextValue: RequestContext, response: Response): Execute {
  return async (endpoint, variables) => {
    const { body, http } = await apollo.executeOperation(
      { query: endpoint.document, variables: { ...variables } },
      { contextValue },
    );
    if (body.kind !== 'single') throw new Error('REST documents have one answer.');
    const replayed = http.headers.get('idempotent-replayed');
    if (replayed !== undefined) response.setHeader('Idempotent-Replayed', replayed);
    const { data, errors } = body.singleResult;
    const [error] = errors ?? [];
    if (!error) return { ok: true, result: data?.[endpoint.operation] };
    const retryAfter = http.headers.get('retry-after');
    const { code, field, fieldMessage, requestId } = (error.extensions ?? {}) as Record<string, string | undefined>;
    const refusal = restRefusal(fieldMessage ?? error.message, field);
    const send = (response: Response) => {
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
      const status = http.status !== undefined && http.status >= 400 ? http.status : 500;
      sendError(response, status, { ...refusal, code: code ?? 'INTERNAL_SERVER_ERROR', requestId });
    };
    return { ok: false, send };
  };
}

interface ListCall {
  readonly request: Request;
  readonly response: Response;
  readonly from: Variables;
}

/** A page is an ordinary read; whoever is to get more of them needs a place, from memory as well. */
async function sendWholeList(parts: RestParts, execute: Execute, endpoint: Endpoint, call: ListCall): Promise<void> {
  const { request, response, from } = call;
  const { limiter, wholeLists } = parts;
  const state = stateOf(response);
  const isForEverybody = sharedReads.has(endpoint.operation) && request.get('authorization') === undefined;
  const key = isForEverybody && !('after' in from) ? JSON.stringify([endpoint.operation, from]) : null;
  const kept = key === null ? null : wholeLists.find(key);
  // The status must tell what can be told before anything is sent.
  if (kept) chargeReads(limiter, state, kept.length);
  const keeper = key === null || kept ? null : wholeLists.begin(key);
  const first = kept ? null : await execute(endpoint, { ...from, first: wholePage });
  if (first && !first.ok) return first.send(response);
  const isLong = kept ? kept.length > 1 : (first?.result as Page).pageInfo.hasNextPage;
  const leave = isLong ? wholeLists.enter(state.client) : () => undefined;
  try {
    response.status(endpoint.status).type('json');
    const pages = kept ?? pagesOf(execute, endpoint, from, first?.result as Page);
    for await (const page of pages) {
      keeper?.add(page);
      if (!(await written(response, page))) return;
    }
    keeper?.end();
    response.end();
  } finally {
    leave();
  }
}

/** Holds one page at a time, whatever the list's length. */
async function* pagesOf(execute: Execute, endpoint: Endpoint, from: Variables, first: Page): AsyncGenerator<Buffer> {
  let page = first;
  for (let [start, separator] = ['[', '']; ; start = '') {
    const { nodes, pageInfo } = page;
    const rows = nodes.map((node) => JSON.stringify(restShape(node)));
    const isLast = !pageInfo.hasNextPage || pageInfo.endCursor === null;
    yield Buffer.from(`${start}${rows.length > 0 ? separator : ''}${rows.join(',')}${isLast ? ']' : ''}`);
    if (isLast) return;
    if (rows.length > 0) separator = ',';
    const outcome = await execute(endpoint, { ...from, first: wholePage, after: pageInfo.endCursor });
    // The status is sent: a cut connection is the only way left to say that the list is not whole.
    if (!outcome.ok) throw new UnavailableError();
    page = outcome.result as Page;
  }
}

function linkToNext(
  { publicUrl }: RestParts,
  request: Request,
  response: Response,
  limit: number,
  cursor: string,
): void {
  const next = new URL(request.baseUrl + request.path, publicUrl());
  next.search = new URLSearchParams({ limit: String(limit), cursor }).toString();
  response.setHeader('Link', `<${next.href}>; rel="next"`);
}
