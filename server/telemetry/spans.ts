import type { RequestListener } from 'node:http';

/** Ends a span; null: without error. */
export type EndSpan = (failure: Error | null) => void;

/** Names and attributes are fixed by the code: user input must not appear in traces. */
export interface SpanOf {
  readonly name: string;
  readonly kind: 'internal' | 'client';
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface CommandOf {
  readonly command: string;
  readonly database: string;
  readonly collection: string | null;
}

/** Attributes known when the request is answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly operation: string | undefined;
  readonly status: number;
}

export interface Traces {
  /** Runs the listener in a span of the request, which continues the caller's trace (W3C traceparent). */
  readonly around: (listener: RequestListener) => RequestListener;
  /** Ends the span of the current request. */
  readonly current: () => ((answered: AnsweredRequest) => void) | null;
  readonly run: <T>(span: SpanOf, work: () => T) => T;
  /** Binds the work to the current context: socket events lose it. */
  readonly bind: <Parts extends unknown[]>(work: (...parts: Parts) => void) => (...parts: Parts) => void;
  /** null: outside of a request. */
  readonly command: (command: CommandOf) => EndSpan | null;
  /** Headers that propagate the trace. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Flushes pending spans, with a timeout. */
  readonly stop: () => Promise<void>;
}

export interface TraceSettings {
  /** The collector's base URL, without /v1/traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Sampling rate of traces that start here; callers with a trace have decided already. */
  readonly share: number;
}
