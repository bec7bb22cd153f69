// eslint-disable-next-line no-restricted-imports -- a shop that is traced has asked for it
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { AnsweredRequest, EndSpan, SpanOf, Traces, TraceSettings } from './spans';

/** Spans queued for the collector; beyond this, they are dropped. */
const queue = {
  maxQueueSize: 2_048,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 10_000,
};
/**
 * Exports run one at a time, except for the flush at shutdown. An export that has just ended still counts, and beyond
 * this limit batches are dropped.
 */
const maxRequests = 2 + queue.maxQueueSize / queue.maxExportBatchSize;
/** Timeout of the flush at shutdown. */
const flushTimeoutMs = 500;
/** Limit per request, so that a list of a thousand expensive fields does not flood the collector. */
const maxSpans = 200;

type EndRequest = (answered: AnsweredRequest | null) => void;

/** The context of a piece of work: its parent span and its request. */
interface Place {
  readonly context: Context;
  readonly spans: { left: number };
  /** null: outside of a request. */
  readonly endRequest: EndRequest | null;
}

/** Loads the packages lazily: shops without tracing never do. Neither Node nor any package is patched. */
export async function loadTraces(settings: TraceSettings, log: Pick<Logger, 'warn'>): Promise<Traces> {
  const { api, provider, propagator } = await loadPackages(settings, log);
  const { SpanKind, trace } = api;
  const tracer = provider.getTracer('kiosk');
  const places = new AsyncLocalStorage<Place>();
  const nowhere = (): Place => ({ context: api.ROOT_CONTEXT, spans: { left: maxSpans }, endRequest: null });

  /** null: the request has reached its limit of spans. */
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
      // A span whose response was never recorded.
      response.once('close', () => setImmediate(endRequest, null));
      const place = { context: trace.setSpan(parent, span), spans: { left: maxSpans }, endRequest };
      places.run(place, listener, request, response);
    },
    current: () => places.getStore()?.endRequest ?? null,
    run: ({ name, kind, attributes = {} }, work) => {
      // Outgoing calls outside of a request get a trace of their own.
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
      const late = new Promise<void>((resolve) => setTimeout(resolve, flushTimeoutMs).unref());
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
  setGlobalErrorHandler(throttledWarning(log));
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, concurrencyLimit: maxRequests });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 16 },
    spanProcessors: [new sdk.BatchSpanProcessor({ ...queue, exporter })],
  });
  return { api, provider, propagator: new W3CTraceContextPropagator() };
}

const warnEveryMs = 60_000;

/** Does not log the collector's response. */
function throttledWarning(log: Pick<Logger, 'warn'>): () => void {
  let saidAt = -Infinity;
  return () => {
    if (performance.now() - saidAt < warnEveryMs) return;
    saidAt = performance.now();
    log.warn('Traces cannot be sent: the collector does not take them');
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const methodOf = (method: string) => (methods.has(method) ? method : '_OTHER');

/** Propagates the trace context only; `tracestate` of other vendors is not forwarded. */
const traceHeadersOf = ({ headers: { traceparent } }: IncomingMessage) =>
  typeof traceparent === 'string' ? { traceparent } : {};

/** The error's class or the driver's code. */
function nameOf(error: Error): string {
  const { code, codeName } = error as { code?: unknown; codeName?: unknown };
  if (typeof codeName === 'string' && /^\w{1,60}$/.test(codeName)) return codeName;
  return typeof code === 'string' && /^[\w/-]{1,60}$/.test(code) ? code : error.name;
}

/** SpanStatusCode.ERROR, without importing the lazily loaded package. */
const failed = { code: 2 } as const;

/** Never the error's message, which may quote user input. */
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
  // REST routes start with their method.
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

/** Ends the span when the work is done, synchronously or not. */
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
