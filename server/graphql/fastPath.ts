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
import { restQuestion, sendReply, type Reply } from '../http/reply';
import { readJsonBody } from '../http/requestBody';
import { createRequestState, requestIdOf, type RequestStateParts } from '../http/requestState';

export interface FastPathParts {
  readonly graphql: GraphqlAnswers;
  /** Pages of lists by REST. */
  readonly rest: Pick<Answers<Reply>, 'find'>;
  readonly state: RequestStateParts;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly accessLog: AccessLog;
  /** The share of answers from the cache that get a line in the log. */
  readonly sampleReads: number;
  readonly drain: Pick<Drain, 'draining' | 'track'>;
  readonly headers: readonly string[];
  readonly isOwnHost: (request: IncomingMessage) => boolean;
  /** They get headers of their own. */
  readonly corsOrigins: readonly string[];
}

/**
 * Answers plain GraphQL requests of anonymous callers without Express, which costs several times what an answer from the cache
 * does. Nothing is refused here that Express would refuse in its own words: whatever is not plain is handed on to it.
 */
export function createFastPath(parts: FastPathParts, app: RequestListener): RequestListener {
  const { graphql, rest, limiter, metrics, accessLog, drain } = parts;
  const { addressOf, clientOf } = parts.state;

  const handOn: RequestListener = (request, response) => {
    drain.track(response);
    app(request, response);
  };

  function isWithinLimit(request: IncomingMessage): boolean {
    return !limiter.counts('reads') || limiter.permitsReads(clientOf(addressOf(request)));
  }

  function sendCached(request: IncomingMessage, response: ServerResponse, found: Reply): void {
    const startedAt = performance.now();
    // Many come in the last second: they are told to close, but not made to wait for work that is not needed.
    if (drain.draining()) response.shouldKeepAlive = false;
    const requestId = requestIdOf(request);
    const status = sendReply({ request, response, requestId }, found, parts.headers);
    const { method = '' } = request;
    const { route, operations } = found;
    for (const operation of operations) metrics.countOperation(operation, 'ok');
    const operation = operations.join(',');
    accessLog.record({ requestId, method, route, operation, status, startedAt, sent: true }, parts.sampleReads);
  }

  function make(request: IncomingMessage, response: ServerResponse, call: GraphqlCall): void {
    const state = createRequestState(request, parts.state);
    state.route = 'graphql';
    state.paidReads = 1;
    drain.track(response);
    accessLog.observe(request, response, state);
    graphql.answer(request, call, state).then(
      (reply) => void sendReply({ request, response, requestId: state.id }, reply, parts.headers),
      (error: unknown) => failWithoutBody(response, state.log, error),
    );
  }

  /** `read` throws what Express explains. */
  function answer(request: IncomingMessage, response: ServerResponse, question: string, read: () => GraphqlCall): void {
    const found = graphql.find(request, question);
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
    const kind = isPlain(request, parts) ? kindOf(request) : null;
    if (kind === null) return handOn(request, response);
    if (kind === 'post')
      return readBody(request, (bytes) => {
        // For Express, where this goes on to it.
        (request as { body?: unknown }).body = bytes;
        // As a text, bytes that are none would be another question.
        if (!isUtf8(bytes)) return handOn(request, response);
        const text = bytes.toString();
        answer(request, response, text, () => callByPost(readJsonBody(bytes), text));
      });
    const { url = '' } = request;
    const search = searchOf(url);
    if (kind === 'get') return answer(request, response, search, () => callByGet(parseQuery(search), search));
    const found = rest.find(restQuestion(url, request));
    if (found && isWithinLimit(request)) sendCached(request, response, found);
    else handOn(request, response);
  };
}

/** With them an answer is somebody's own, or the request is not a plain one. */
const excluding = ['authorization', 'idempotency-key', 'content-encoding', 'transfer-encoding', 'expect'] as const;

function isPlain(request: IncomingMessage, { isOwnHost, corsOrigins }: FastPathParts): boolean {
  const { httpVersion, headers, rawHeaders } = request;
  if (httpVersion !== '1.1' || excluding.some((name) => headers[name] !== undefined)) return false;
  if (holdsApiKey(request.url ?? '')) return false;
  return hasOneHost(rawHeaders) && !corsOrigins.includes(headers.origin ?? '') && isOwnHost(request);
}

/** Node keeps the first of several to itself. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
}

const jsonType = /^application\/json(?:; *charset="?utf-?8"?)?$/i;
/** Longer ones are no questions that many ask. */
const longestBody = 16_384;

function kindOf({ method, url = '', headers }: IncomingMessage): 'post' | 'get' | 'rest' | null {
  const { accept, 'content-length': length, 'content-type': type } = headers;
  if (method === 'POST') {
    const isRead = url === '/graphql' && Number(length) > 0 && Number(length) <= longestBody;
    return isRead && jsonType.test(type ?? '') && isAcceptable(accept) ? 'post' : null;
  }
  if (length !== undefined || type !== undefined) return null;
  if (url.startsWith('/graphql?')) return method === 'GET' && isAcceptable(accept) ? 'get' : null;
  return url.startsWith('/api/product?') && (method === 'GET' || method === 'HEAD') ? 'rest' : null;
}

/** A client that leaves before the end gets no answer. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  const end = () => done(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
  request.on('end', boundToTrace(end));
}
