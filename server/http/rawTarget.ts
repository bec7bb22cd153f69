import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { notFound, sendError } from './httpErrors';

const refusals = new WeakMap<IncomingMessage, RequestHandler>();

const pathless: RequestHandler = (_request, response) =>
  sendError(response, 400, { message: 'The request must name a path of this shop.', code: 'BAD_REQUEST' });

function refusalOf(target: string): RequestHandler | null {
  if (!target.startsWith('/')) return pathless;
  // Whatever resolves such a target takes its first segment for a host.
  return /^\/[/\\]/.test(target) ? notFound : null;
}

/**
 * Express cannot route every target: it would pass all middleware by. Such a one is replaced, so that it is refused with the
 * headers and the line in the log that every answer has.
 */
export function readableTargets(answer: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = refusalOf(request.url ?? '');
    if (refusal) {
      refusals.set(request, refusal);
      request.url = '/';
    }
    answer(request, response);
  };
}

export const requireTarget: RequestHandler = (request, response, next) => {
  const refuse = refusals.get(request);
  if (refuse) refuse(request, response, next);
  else next();
};

/** Express' own last handler writes what it cannot hand on to standard error, with the address. */
export function withoutFinalHandler(app: Express, log: Logger): RequestListener {
  const run = app as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    done: (error?: unknown) => void,
  ) => void;
  return (request, response) => run(request, response, (error) => failWithoutBody(response, log, error));
}

export function failWithoutBody(response: ServerResponse, log: Logger, error: unknown): void {
  log.error({ err: error }, 'Request failed');
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
}
