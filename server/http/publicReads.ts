import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics';
import type { RateLimiter } from './rateLimits';
import { createReadCache } from './readCache';
import { keepBody } from './requestBody';
import { clientKey, givenId, stateOf } from './requestState';
import { sendStored, storeAnswer, type Encoding, type StoredAnswer } from './storedAnswer';

export interface PublicReadParts {
  /** See CatalogueVersion.current. */
  readonly version: () => number | null;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** The share of answers from the cache that get a line in the log. */
  readonly sampleReads: number;
  readonly draining: () => boolean;
}

export interface PublicReads {
  /** Stands before the application: answers what is known, and hands on everything else. */
  readonly inFrontOf: (app: Express) => (request: IncomingMessage, response: ServerResponse) => void;
  /** Stands in the application: sends what may be answered to everybody as it will be sent from here, and keeps it. */
  readonly keep: RequestHandler;
}

type Settle = (answer: StoredAnswer | null) => void;
const notKept: Settle = () => undefined;

const mostBytes = 32 * 1024 * 1024;
/** A write by a program that is not Kiosk's is seen after so long on a database without change streams. */
const longestMs = 10_000;
/** Longer ones are no questions that many ask. */
const longestBody = 16_384;

/** The order is that of preference. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/**
 * Public reads, answered whole before any other work is done. What an answer may depend on is its key: address, body, and
 * every header but those that nothing here looks at. Whoever shows who they are is never answered from here.
 */
export function createPublicReads(parts: PublicReadParts): PublicReads {
  const cache = createReadCache<StoredAnswer>({ mostBytes, longestMs });
  const fills = new WeakMap<IncomingMessage, Settle>();

  const inFrontOf: PublicReads['inFrontOf'] = (app) => (request, response) => {
    const key = keyOf(request);
    if (key === null) app(request, response);
    else if (request.method === 'POST')
      readBody(request, (body) => {
        keepBody(request, body);
        answer(app, request, response, key + body.toString('latin1'));
      });
    else answer(app, request, response, key);
  };

  function answer(app: Express, request: IncomingMessage, response: ServerResponse, key: string): void {
    const version = parts.draining() ? null : parts.version();
    if (version === null) {
      fills.set(request, notKept);
      return app(request, response);
    }
    const known = cache.find(key, version);
    if (known) return hit(app, request, response, known);
    const awaited = cache.awaited(key, version);
    if (!awaited) {
      const settle = cache.begin(key, version);
      fills.set(request, settle);
      response.once('close', () => settle(null));
      return app(request, response);
    }
    void awaited.then((found) => {
      fills.set(request, notKept);
      if (found) hit(app, request, response, found);
      else app(request, response);
    });
  }

  function hit(app: Express, request: IncomingMessage, response: ServerResponse, found: StoredAnswer): void {
    const startedAt = performance.now();
    if (isOverLimit(app, request)) return app(request, response);
    const requestId = givenId(request) ?? randomUUID();
    const method = request.method ?? '';
    const status = sendStored(response, found, { method, requestId, ifNoneMatch: request.headers['if-none-match'] });
    const { route, operations } = found;
    const took = performance.now() - startedAt;
    parts.metrics.countAnswer({ method, route, status, seconds: took / 1_000 });
    for (const operation of operations) parts.metrics.countOperation(operation, 'ok');
    if (Math.random() >= parts.sampleReads) return;
    const operation = operations.join(',');
    parts.log.info({ requestId, method, route, operation, status, responseTime: Math.round(took) }, 'answered');
  }

  /** Express refuses then, in its own words, and counts this call once more. */
  function isOverLimit(app: Express, request: IncomingMessage): boolean {
    if (!parts.limiter.counts('reads')) return false;
    try {
      // What Express does to every request, so that it knows its address behind proxies.
      const { ip = '' } = Object.setPrototypeOf(request, app.request) as Request;
      parts.limiter('reads', clientKey(ip));
      return false;
    } catch {
      return true;
    }
  }

  const keep: RequestHandler = (request, response, next) => {
    const settle = fills.get(request);
    if (!settle) return next();
    const send = response.send.bind(response);
    response.send = (text: unknown) => {
      const state = stateOf(response);
      const operations = state.sharedOperations;
      if (typeof text !== 'string') return send(text);
      response.send = send;
      if (!operations || response.statusCode !== 200) return send(text);
      response.vary('Accept').vary('Accept-Encoding');
      const encoding = request.acceptsEncodings(encodings) as Encoding | false;
      const about = { encoding: encoding || 'identity', route: state.route, operations } as const;
      const ifNoneMatch = request.get('if-none-match');
      void storeAnswer(response, text, about).then(
        (stored) => {
          settle(stored);
          for (const name of response.getHeaderNames()) response.removeHeader(name);
          sendStored(response, stored, { method: request.method, requestId: state.id, ifNoneMatch });
        },
        (error: unknown) => next(error),
      );
      return response;
    };
    next();
  };

  return { inFrontOf, keep };
}

/** With them an answer is somebody's own, or the request is not a plain one. */
const excluding = new Set([
  'authorization',
  'proxy-authorization',
  'idempotency-key',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'range',
  'upgrade',
]);
/** Nothing in the shop looks at them, or what it makes of them is not in the answer's body or headers. */
const ignored = new Set([
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'dnt',
  'if-none-match',
  'keep-alive',
  'pragma',
  'priority',
  'referer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
]);

/** Without the body. null: not to be answered from what is kept. */
function keyOf(request: IncomingMessage): string | null {
  const { method, url = '', httpVersion, rawHeaders } = request;
  if (method === 'POST') {
    const length = Number(request.headers['content-length']);
    if (url !== '/graphql' || !(length > 0 && length <= longestBody)) return null;
  } else if ((method !== 'GET' && method !== 'HEAD') || !/^\/(?:graphql|api\/product)\?/.test(url)) return null;
  // HEAD has the headers of GET.
  let key = `${method === 'POST' ? 'POST' : 'GET'} ${url} ${httpVersion}\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (excluding.has(name)) return null;
    if (!ignored.has(name) && !name.startsWith('sec-')) key += `${name}:${rawHeaders[at + 1]}\n`;
  }
  return `${key}\n`;
}

/** Whoever leaves before the end gets no answer. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => done(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
}
