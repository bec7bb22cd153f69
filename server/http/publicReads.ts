import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { cacheBounds } from '../cache/boundedCache';
import type { KnownVersion } from '../database/catalogueVersion';
import type { AnswerLog } from './answerLog';
import { headKeyOf } from './headKey';
import type { Metrics } from './metrics';
import type { RateLimiter } from './rateLimits';
import { createDirectReads, type Asked } from './directReads';
import { createReadCache } from './readCache';
import { keepBody } from './requestBody';
import { givenId, stateOf, type ClientOf, type CreateContext, type RequestState } from './requestState';
import { headOf, sendStored, storeAnswer, type Encoding, type StoredAnswer } from './storedAnswer';

export interface PublicReadParts {
  readonly version: KnownVersion;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly answers: AnswerLog;
  readonly log: Logger;
  /** The share of answers from the cache that get a line in the log. */
  readonly sampleReads: number;
  readonly draining: () => boolean;
  readonly createContext: CreateContext;
  readonly clientOf: ClientOf;
}

export interface PublicReads {
  /** Stands before the application: answers what is known, and hands on everything else. */
  readonly inFrontOf: (app: RequestListener) => RequestListener;
  /** Stands in the application: sends what may be answered to everybody as it will be sent from here, and keeps it. */
  readonly keep: RequestHandler;
  /** Whether it has already been charged to the limit of reads. */
  readonly isCounted: (request: IncomingMessage) => boolean;
}

type Settle = (answer: StoredAnswer | null) => void;
const notKept: Settle = () => undefined;

/** A write by a program that is not Kiosk's is seen after so long on a database without change streams. */
const longestMs = 10_000;
/** While it is not known what other processes have written: what was begun earlier may lack more of it than a second. */
const joinWithinMs = 250;

/** The order is that of preference. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/**
 * Public reads, answered whole before any other work is done. What an answer may depend on is its key: address, body, and
 * every header but those that nothing here looks at. Whoever shows who they are is never answered from here.
 */
export function createPublicReads(parts: PublicReadParts): PublicReads {
  const cache = createReadCache<StoredAnswer>({ mostBytes: cacheBounds.publicAnswers, longestMs });
  const unsure = createReadCache<StoredAnswer>({ mostBytes: 0, longestMs: 0, joinWithinMs });
  const direct = createDirectReads();
  const fills = new WeakMap<IncomingMessage, { readonly asked: Asked; readonly settle: Settle }>();
  const counted = new WeakSet<IncomingMessage>();

  const inFrontOf: PublicReads['inFrontOf'] = (app) => (request, response) => {
    const head = headKeyOf(request);
    const { url = '' } = request;
    if (head === null) app(request, response);
    else if (request.method === 'POST')
      readBody(request, (body) => {
        keepBody(request, body);
        answer(app, request, response, { head, url, body });
      });
    else answer(app, request, response, { head, url, body: null });
  };

  function answer(app: RequestListener, request: IncomingMessage, response: ServerResponse, asked: Asked): void {
    const current = parts.version.current();
    const reads = current === null ? unsure : cache;
    const version = current ?? parts.version.known();
    const key = `${asked.head}${asked.url}\n${asked.body?.toString('latin1') ?? ''}`;
    const known = reads.find(key, version);
    if (known) return hit(app, request, response, known);
    const awaited = reads.awaited(key, version);
    if (!awaited) {
      const settle = reads.begin(key, version);
      response.once('close', () => settle(null));
      return make(app, request, response, asked, settle);
    }
    void awaited.then((found) => {
      if (found) hit(app, request, response, found);
      else make(app, request, response, asked, notKept);
    });
  }

  function make(
    app: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
    settle: Settle,
  ): void {
    const startedAt = performance.now();
    fills.set(request, { asked, settle });
    const read = direct.find(asked);
    if (!read || isOverLimit(parts, request, read.reads)) return app(request, response);
    counted.add(request);
    const id = givenId(request) ?? randomUUID();
    void read.run(parts.createContext(nobody(id, parts.log))).then(
      (made) => {
        if (!made) return app(request, response);
        settle(made);
        sendKnown(parts, request, response, made, { startedAt, id, share: 1 });
      },
      () => app(request, response),
    );
  }

  function hit(app: RequestListener, request: IncomingMessage, response: ServerResponse, found: StoredAnswer): void {
    const startedAt = performance.now();
    if (isOverLimit(parts, request)) return app(request, response);
    sendKnown(parts, request, response, found, {
      startedAt,
      id: givenId(request) ?? randomUUID(),
      share: parts.sampleReads,
    });
  }

  const keep: RequestHandler = (request, response, next) => {
    const fill = fills.get(request);
    if (!fill) return next();
    const { asked, settle } = fill;
    const send = response.send.bind(response);
    response.send = (text: unknown) => {
      const { id, route, sharedRead: read } = stateOf(response);
      if (typeof text !== 'string') return send(text);
      response.send = send;
      if (!read || response.statusCode !== 200) return send(text);
      response.vary('Accept').vary('Accept-Encoding');
      const encoding = request.acceptsEncodings(encodings) as Encoding | false;
      const head = headOf(response, request.method, encoding || 'identity');
      if (route === 'graphql') direct.learn(asked, head, read);
      void storeAnswer(head, text, { route, operations: read.operations }).then((stored) => {
        settle(stored);
        sendInstead(request, response, stored, id);
      }, next);
      return response;
    };
    next();
  };

  return { inFrontOf, keep, isCounted: (request) => counted.has(request) };
}

/** `share`: of such answers that get a line in the log. */
function sendKnown(
  parts: PublicReadParts,
  request: IncomingMessage,
  response: ServerResponse,
  found: StoredAnswer,
  { startedAt, id: requestId, share }: { startedAt: number; id: string; share: number },
): void {
  const method = request.method ?? '';
  // Many come in the last second: they are told to close, but not made to wait for work that is not needed.
  if (parts.draining()) response.shouldKeepAlive = false;
  const status = sendStored(response, found, { method, requestId, ifNoneMatch: request.headers['if-none-match'] });
  const { route, operations } = found;
  for (const operation of operations) parts.metrics.countOperation(operation, 'ok');
  const operation = operations.join(',');
  parts.answers.tell({ requestId, method, route, operation, status, startedAt, sent: true }, share);
}

/** What is sent once more from the cache must not differ from what is sent now. */
function sendInstead(request: Request, response: Response, stored: StoredAnswer, requestId: string): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  sendStored(response, stored, { method: request.method, requestId, ifNoneMatch: request.get('if-none-match') });
}

/** Express refuses then, in its own words. */
function isOverLimit(parts: PublicReadParts, request: IncomingMessage, reads = 1): boolean {
  if (!parts.limiter.counts('reads')) return false;
  try {
    // Express's own (expressMessages): it knows its address behind proxies.
    const { ip = '' } = request as Request;
    parts.limiter('reads', parts.clientOf(ip), reads);
    return false;
  } catch {
    return true;
  }
}

/** As `requestState` makes it for a request that does not say who it is from. */
const nobody = (id: string, log: Logger): RequestState => ({
  id,
  log,
  client: 'unknown',
  signedIn: () => Promise.resolve(null),
  route: 'graphql',
  givenKey: undefined,
  paidReads: 0,
});

/** Whoever leaves before the end gets no answer. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => done(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
}
