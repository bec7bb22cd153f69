import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { CommandOf, EndSpan, SpanOf, Traces, TraceSettings } from './spans';

/** Per process, since a trace spans all layers. null: tracing is off, and OpenTelemetry is not loaded. */
let traces: Traces | null = null;

/** Returns a function that stops tracing. */
export async function startTraces(settings: TraceSettings, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const { loadTraces } = await import('./openTelemetry');
  const started = await loadTraces(settings, log);
  traces = started;
  return async () => {
    if (traces === started) traces = null;
    await started.stop();
  };
}

export const isTraced = (): boolean => traces !== null;
export const traced = <T>(span: SpanOf, work: () => T): T => (traces ? traces.run(span, work) : work());
export const tracedRequests = (listener: RequestListener): RequestListener => traces?.around(listener) ?? listener;
export const tracedRequest = () => traces?.current() ?? null;
export const boundToTrace = <Parts extends unknown[]>(work: (...parts: Parts) => void) => traces?.bind(work) ?? work;
export const beginCommand = (command: CommandOf): EndSpan | null => traces?.command(command) ?? null;
export const traceHeaders = (): Readonly<Record<string, string>> => traces?.headers() ?? {};
