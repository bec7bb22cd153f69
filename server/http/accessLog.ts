import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics';
import { tracedRequest } from '../telemetry/traces';
import type { RequestState } from './requestState';

/** Labels instead of addresses, which hold e-mails. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  /** The root fields, where a GraphQL operation was read. */
  readonly operation: string | undefined;
  readonly status: number;
  /** By performance.now(). */
  readonly startedAt: number;
  /** Whether the whole answer was handed to the network. */
  readonly sent: boolean;
}

export interface AccessLog {
  /** Records the answer when it is over. */
  readonly observe: (request: IncomingMessage, response: ServerResponse, state: RequestState) => void;
  /** `share`: of such entries that get a line in the log; metrics count them all. */
  readonly record: (entry: AccessLogEntry, share: number, endSpan?: EndSpan) => void;
}

/** Of the request's span, where it is traced. */
type EndSpan = ReturnType<typeof tracedRequest>;

/** What is there before anybody asks: pages bring dozens of them, and balancers look twice a second. */
const readyRoutes: ReadonlySet<string> = new Set(['assets', 'pictures', 'livez', 'readyz']);

/** `sampleReads`: the share of files and looks at the health that went well that get a line. */
export function createAccessLog(log: Logger, metrics: Metrics, sampleReads: number): AccessLog {
  // Named one by one: with rest and spread a cached read took half as long again.
  const record: AccessLog['record'] = (entry, share, endSpan = tracedRequest()) => {
    const { requestId, method, route, operation, status, startedAt, sent } = entry;
    const took = performance.now() - startedAt;
    metrics.countAnswer({ method, route, status, seconds: took / 1_000 });
    endSpan?.(entry);
    if (Math.random() >= share) return;
    const line = { requestId, method, route, operation, status, responseTime: Math.round(took) };
    log[levelOf(status)](line, sent ? 'answered' : 'client aborted');
  };
  const observe: AccessLog['observe'] = ({ method = '' }, response, state) => {
    const startedAt = performance.now();
    const endSpan = tracedRequest();
    response.once('close', () => {
      const { id: requestId, route, operation } = state;
      const { statusCode: status, writableFinished: sent } = response;
      const isUsual = status < 400 && readyRoutes.has(route);
      record({ requestId, method, route, operation, status, startedAt, sent }, isUsual ? sampleReads : 1, endSpan);
    });
  };
  return { observe, record };
}

/** Not ready yet, or not at the moment, is the way of every start, and what failed has said so itself. */
function levelOf(status: number): 'info' | 'warn' | 'error' {
  if (status < 400) return 'info';
  return status < 500 || status === 503 ? 'warn' : 'error';
}
