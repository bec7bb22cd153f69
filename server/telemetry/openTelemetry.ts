// eslint-disable-next-line no-restricted-imports -- a shop that is traced has asked for it
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { AnsweredRequest, EndSpan, SpanOf, Traces, TraceSettings } from './spans';

/** Spans that wait for the collector; while it is away those beyond are dropped. */
const queue = {
  maxQueueSize: 2_048,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 10_000,
};
/**
 * One follows the other, but all that wait leave together when the process ends. One that has just ended is still counted, and beyond
 * this number batches are thrown away.
 */
const mostRequests = 2 + queue.maxQueueSize / queue.maxExportBatchSize;
/** How long the last spans may take to leave when the process ends. */
const farewellMs = 500;
/** Of one request, so that a list of a thousand dear parts is no flood. */
const mostSpans = 200;

type EndRequest = (answered: AnsweredRequest | null) => void;

/** Where a piece of work stands: below which span, and in which request. */
interface Place {
  readonly context: Context;
  readonly spans: { left: number };
  /** null: it belongs to none. */
  readonly endRequest: EndRequest | null;
}

/** The packages are loaded from here on: a shop that is not traced never does. Nothing of Node or of a package is patched. */
export async function loadTraces(settings: TraceSettings, log: Pick<Logger, 'warn'>): Promise<Traces> {
  const { api, provider, propagator } = await loadPackages(settings, log);
  const { SpanKind, trace } = api;
  const tracer = provider.getTracer('kiosk');
  const places = new AsyncLocalStorage<Place>();
  const nowhere = (): Place => ({ context: api.ROOT_CONTEXT, spans: { left: mostSpans }, endRequest: null });

  /** null: the request has as many as it may have. */
  const begin = (name: string, kind: SpanOf['kind'], attributes: Attributes, place: Place): [Place, Span] | null => {
    if (place.spans.left === 0) return null;
    place.spans.left -= 1;
    const of = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind: of, attributes }, place.context);
    return [{ ...place, context: trace.setSpan(place.context, span) }, span];
  };

  return {
    around: (listener) => (request, response) => {
      const parent = propagator.extract(api.ROOT_CONTEXT, traceHeadersOf(request), api.defaultTextMapGetter);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const endRequest = endOfRequest(span);
      // One that nobody has recorded as answered.
      response.once('close', () => setImmediate(endRequest, null));
      const place = { context: trace.setSpan(parent, span), spans: { left: mostSpans }, endRequest };
      places.run(place, listener, request, response);
    },
    current: () => places.getStore()?.endRequest ?? null,
    run: ({ name, kind, attributes = {} }, work) => {
      // What is asked of others is worth a trace of its own where no request asks for it.
      const place = places.getStore() ?? (kind === 'client' ? nowhere() : null);
      const begun = place && begin(name, kind, attributes, place);
      return begun ? places.run(begun[0], () => ending(work, begun[1])) : work();
    },
    bind: (work) => {
      const place = places.getStore();
      return place ? (...parts) => places.run(place, work, ...parts) : work;
    },
    command: ({ command, database, collection }) => {
      const place = places.getStore();
      const name = collection === null ? command : `${command} ${collection}`;
      const attributes = {
        'db.system.name': 'mongodb',
        'db.namespace': database,
        'db.operation.name': command,
        ...(collection !== null && { 'db.collection.name': collection }),
      };
      const begun = place && begin(name, 'client', attributes, place);
      return begun ? endOf(begun[1]) : null;
    },
    headers: () => {
      const carrier: Record<string, string> = {};
      const place = places.getStore();
      if (place) propagator.inject(place.context, carrier, api.defaultTextMapSetter);
      return carrier;
    },
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, farewellMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

async function loadPackages({ endpoint, serviceName, share }: TraceSettings, log: Pick<Logger, 'warn'>) {
  const [
    api,
    { setGlobalErrorHandler, W3CTraceContextPropagator },
    sdk,
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  setGlobalErrorHandler(sayNowAndThen(log));
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, concurrencyLimit: mostRequests });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 16 },
    spanProcessors: [new sdk.BatchSpanProcessor({ ...queue, exporter })],
  });
  return { api, provider, propagator: new W3CTraceContextPropagator() };
}

const warnEveryMs = 60_000;

/** What the collector answers is not repeated. */
function sayNowAndThen(log: Pick<Logger, 'warn'>): () => void {
  let saidAt = -Infinity;
  return () => {
    if (performance.now() - saidAt < warnEveryMs) return;
    saidAt = performance.now();
    log.warn('Traces cannot be sent: the collector does not take them');
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const methodOf = (method: string) => (methods.has(method) ? method : '_OTHER');

/** The trace alone: what else systems write to each other in `tracestate` is handed on by none of them for us. */
const traceHeadersOf = ({ headers: { traceparent } }: IncomingMessage) =>
  typeof traceparent === 'string' ? { traceparent } : {};

/** Names of errors are of classes, or of the driver's codes. */
function nameOf(error: Error): string {
  const { code, codeName } = error as { code?: unknown; codeName?: unknown };
  if (typeof codeName === 'string' && /^\w{1,60}$/.test(codeName)) return codeName;
  return typeof code === 'string' && /^[\w/-]{1,60}$/.test(code) ? code : error.name;
}

/** SpanStatusCode.ERROR, without a package that is loaded later. */
const failed = { code: 2 } as const;

/** Never its message, which may quote what somebody wrote. */
function fail(span: Span, name: string): void {
  span.setAttribute('error.type', name);
  span.setStatus(failed);
}

const endOf =
  (span: Span): EndSpan =>
  (failure) => {
    if (failure) fail(span, nameOf(failure));
    span.end();
  };

function endOfRequest(span: Span): EndRequest {
  let isOver = false;
  return (answered) => {
    if (isOver) return;
    isOver = true;
    if (answered) describe(span, answered);
    span.end();
  };
}

function describe(span: Span, { method, route, operation, status, requestId }: AnsweredRequest): void {
  // Routes of REST begin with their method.
  span.updateName(route.includes(' ') ? route : `${methodOf(method)} ${route}`);
  span.setAttributes({
    'http.request.method': methodOf(method),
    'http.route': route,
    'http.response.status_code': status,
    'kiosk.request_id': requestId,
    ...(operation !== undefined && operation !== '' && { 'kiosk.operation': operation }),
  });
  if (status >= 500) fail(span, String(status));
}

/** Ends the span with the work, be it done at once or later. */
function ending<T>(work: () => T, span: Span): T {
  const end = endOf(span);
  const endFailed = (error: unknown) => end(error instanceof Error ? error : new Error());
  try {
    const result = work();
    if (result instanceof Promise) result.then(() => end(null), endFailed);
    else end(null);
    return result;
  } catch (error) {
    endFailed(error);
    throw error;
  }
}
