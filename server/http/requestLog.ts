import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { stateOf } from './requestState';

/** One line for each answer, with labels instead of addresses; `sampleReads` is the share of successful reads that is kept. */
export function requestLog(log: Logger, sampleReads: number): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => stateOf(response as Response).id,
    serializers: { req: () => undefined },
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    quietResLogger: true,
    customLogLevel: (request, response, error) => {
      // Not ready yet, or not at the moment: the way of every start, and what failed has said so itself.
      if (error || (response.statusCode >= 500 && response.statusCode !== 503)) return 'error';
      if (response.statusCode >= 400) return 'warn';
      const read = request.method === 'GET' || request.method === 'HEAD';
      return read && Math.random() >= sampleReads ? 'silent' : 'info';
    },
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
    customSuccessObject: (_request, _response, { responseTime }) => ({ responseTime }),
    customErrorObject: (_request, response, error, { err, responseTime }) =>
      response.statusCode === 503 && error !== response.err ? { responseTime } : { responseTime, err },
    customProps: (request, response) => {
      const { route, operation } = stateOf(response as Response);
      return { method: request.method, route, operation, status: response.statusCode };
    },
  });
}
