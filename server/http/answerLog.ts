import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics';
import { stateOf } from './requestState';

/** What is told of an answer: labels instead of addresses, which hold e-mails. */
export interface Told {
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

export interface AnswerLog {
  /** Tells every answer of the application. */
  readonly observe: RequestHandler;
  /** For answers that `observe` does not see. `share`: of such that get a line in the log; metrics count them all. */
  readonly tell: (told: Told, share: number) => void;
}

/** What is there before anybody asks: pages bring dozens of them, and balancers look twice a second. */
const readyRoutes: ReadonlySet<string> = new Set(['assets', 'pictures', 'livez', 'readyz']);

/** `sampleReads`: the share of files and looks at the health that went well that get a line. */
export function createAnswerLog(log: Logger, metrics: Metrics, sampleReads: number): AnswerLog {
  // Named one by one: with rest and spread a cached read took half as long again.
  const tell: AnswerLog['tell'] = ({ requestId, method, route, operation, status, startedAt, sent }, share) => {
    const took = performance.now() - startedAt;
    metrics.countAnswer({ method, route, status, seconds: took / 1_000 });
    if (Math.random() >= share) return;
    const line = { requestId, method, route, operation, status, responseTime: Math.round(took) };
    log[levelOf(status)](line, sent ? 'answered' : 'the client left');
  };
  const observe: RequestHandler = (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const { id: requestId, route, operation } = stateOf(response);
      const { method } = request;
      const { statusCode: status, writableFinished: sent } = response;
      const isUsual = status < 400 && readyRoutes.has(route);
      tell({ requestId, method, route, operation, status, startedAt, sent }, isUsual ? sampleReads : 1);
    });
    next();
  };
  return { observe, tell };
}

/** Not ready yet, or not at the moment, is the way of every start, and what failed has said so itself. */
function levelOf(status: number): 'info' | 'warn' | 'error' {
  if (status < 400) return 'info';
  return status < 500 || status === 503 ? 'warn' : 'error';
}
