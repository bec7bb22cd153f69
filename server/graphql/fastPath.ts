import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { Answers } from '../cache/answerCache';
import { holdsApiKey } from '../auth/apiKeyText';
import { isAcceptable } from '../http/acceptable';
import type { AccessLog } from '../http/accessLog';
import type { Drain } from '../http/drain';
import type { GraphqlAnswers } from './graphqlAnswers';
import { callByGet, callByPost, searchOf, type GraphqlCall } from './graphqlCall';
import type { Metrics } from '../telemetry/metrics';
import { boundToTrace } from '../telemetry/traces';
import type { RateLimiter } from '../http/rateLimits';
import { failWithoutBody } from '../http/rawTarget';
import { restRequestKey, sendReply, type Reply } from '../http/reply';
import { readJsonBody } from '../http/requestBody';
import { createRequestState, requestIdOf, type RequestStateDeps } from '../http/requestState';

export interface FastPathDeps {
  readonly graphql: GraphqlAnswers;
  /** Pages of lists by REST. */
  readonly rest: Pick<Answers<Reply>, 'find'>;
  readonly state: RequestStateDeps;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly accessLog: AccessLog;
  /** Sampling rate of access log lines for cached responses. */
  readonly sampleReads: number;
  readonly drain: Pick<Drain, 'draining' | 'track'>;
  readonly headers: readonly string[];
  readonly isOwnHost: (request: IncomingMessage) => boolean;
  /** Requests of these origins need CORS headers. */
  readonly corsOrigins: readonly string[];
}

/**
 * Answers plain GraphQL requests of anonymous callers without Express, which costs several times as much as a cached
 * response. Nothing is rejected here that Express would reject with its own message: anything that is not plain is
 * passed on.
 */
export function createFastPath(deps: FastPathDeps, app: RequestListener): RequestListener {
  const { graphql, rest, limiter, metrics, accessLog, drain } = deps;
  const { addressOf, clientOf } = deps.state;

  const handOn: RequestListener = (request, response) => {
    drain.track(response);
    app(request, response);
  };

  function isWithinLimit(request: IncomingMessage): boolean {
    return !limiter.counts('reads') || limiter.permitsReads(clientOf(addressOf(request)));
  }

  function sendCached(request: IncomingMessage, response: ServerResponse, found: Reply): void {
    const startedAt = performance.now();
    // Many requests arrive right before closing: they get `Connection: close`, but are not delayed by unneeded work.
    if (drain.draining()) response.shouldKeepAlive = false;
    const requestId = requestIdOf(request);
    const status = sendReply({ request, response, requestId }, found, deps.headers);
    const { method = '' } = request;
    const { route, operations } = found;
    for (const operation of operations) metrics.countOperation(operation, 'ok');
    const operation = operations.join(',');
    accessLog.record({ requestId, method, route, operation, status, startedAt, sent: true }, deps.sampleReads);
  }

  function make(request: IncomingMessage, response: ServerResponse, call: GraphqlCall): void {
    const state = createRequestState(request, deps.state);
    state.route = 'graphql';
    state.paidReads = 1;
    drain.track(response);
    accessLog.observe(request, response, state);
    graphql.answer(request, call, state).then(
      (reply) => void sendReply({ request, response, requestId: state.id }, reply, deps.headers),
      (error: unknown) => failWithoutBody(response, state.log, error),
    );
  }

  /** `read` throws the errors that Express answers. */
  function answer(request: IncomingMessage, response: ServerResponse, written: string, read: () => GraphqlCall): void {
    const found = graphql.find(request, written);
    if (found) return isWithinLimit(request) ? sendCached(request, response, found) : handOn(request, response);
    let call: GraphqlCall;
    try {
      call = read();
    } catch {
      return handOn(request, response);
    }
    if (isWithinLimit(request)) make(request, response, call);
    else handOn(request, response);
  }

  return (request, response) => {
    const kind = isPlain(request, deps) ? kindOf(request) : null;
    if (kind === null) return handOn(request, response);
    if (kind === 'post')
      return readBody(request, (bytes) => {
        // For Express, in case the request is passed on.
        (request as { body?: unknown }).body = bytes;
        // Decoding invalid UTF-8 could change the query.
        if (!isUtf8(bytes)) return handOn(request, response);
        const text = bytes.toString();
        answer(request, response, text, () => callByPost(readJsonBody(bytes), text));
      });
    const { url = '' } = request;
    const search = searchOf(url);
    if (kind === 'get') return answer(request, response, search, () => callByGet(parseQuery(search), search));
    const found = rest.find(restRequestKey(url, request));
    if (found && isWithinLimit(request)) sendCached(request, response, found);
    else handOn(request, response);
  };
}

/** Headers that make a response private, or a request not plain. */
const excluding = ['authorization', 'idempotency-key', 'content-encoding', 'transfer-encoding', 'expect'] as const;

function isPlain(request: IncomingMessage, { isOwnHost, corsOrigins }: FastPathDeps): boolean {
  const { httpVersion, headers, rawHeaders } = request;
  if (httpVersion !== '1.1' || excluding.some((name) => headers[name] !== undefined)) return false;
  if (holdsApiKey(request.url ?? '')) return false;
  return hasOneHost(rawHeaders) && !corsOrigins.includes(headers.origin ?? '') && isOwnHost(request);
}

/** Node's parsed headers keep only the first one. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
}

const jsonType = /^application\/json(?:; *charset="?utf-?8"?)?$/i;
/** Longer bodies are rarely repeated. */
const maxBodyLength = 16_384;

function kindOf({ method, url = '', headers }: IncomingMessage): 'post' | 'get' | 'rest' | null {
  const { accept, 'content-length': length, 'content-type': type } = headers;
  if (method === 'POST') {
    const isRead = url === '/graphql' && Number(length) > 0 && Number(length) <= maxBodyLength;
    return isRead && jsonType.test(type ?? '') && isAcceptable(accept) ? 'post' : null;
  }
  if (length !== undefined || type !== undefined) return null;
  if (url.startsWith('/graphql?')) return method === 'GET' && isAcceptable(accept) ? 'get' : null;
  return url.startsWith('/api/product?') && (method === 'GET' || method === 'HEAD') ? 'rest' : null;
}

/** Aborted requests get no response. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  request.on('end', boundToTrace(end));
}
