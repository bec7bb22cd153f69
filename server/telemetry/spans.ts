import type { RequestListener } from 'node:http';

/** Told how it ended; null: well. */
export type EndSpan = (failure: Error | null) => void;

/** Names and attributes are ours: what callers write stays out of traces. */
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

/** What is known of a request when it is answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly operation: string | undefined;
  readonly status: number;
}

export interface Traces {
  /** Within a span of the request; it goes on with the caller's trace (W3C traceparent). */
  readonly around: (listener: RequestListener) => RequestListener;
  /** Of the request under way, how its span ends. */
  readonly current: () => ((answered: AnsweredRequest) => void) | null;
  readonly run: <T>(span: SpanOf, work: () => T) => T;
  /** The same work, in the place where this is called: events of a socket come from elsewhere. */
  readonly bind: <Parts extends unknown[]>(work: (...parts: Parts) => void) => (...parts: Parts) => void;
  /** null: it belongs to no request. */
  readonly command: (command: CommandOf) => EndSpan | null;
  /** With which somebody else goes on with the trace. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Sends what is left, as far as that is quick. */
  readonly stop: () => Promise<void>;
}

export interface TraceSettings {
  /** Of the collector, without /v1/traces. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Of traces that begin here; who calls with a trace has decided. */
  readonly share: number;
}
