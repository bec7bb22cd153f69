import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { notFound, sendError } from './httpErrors';

const refusals = new WeakMap<IncomingMessage, RequestHandler>();

const pathless: RequestHandler = (_request, response) =>
  sendError(response, 400, { message: 'The request must name a path of this shop.', code: 'BAD_REQUEST' });

function refusalOf(target: string): RequestHandler | null {
  if (!target.startsWith('/')) return pathless;
  // URL resolvers would treat the first segment as a host.
  return /^\/[/\\]/.test(target) ? notFound : null;
}

/**
 * Express skips all middleware for some request targets. They are replaced, so that the rejection gets the usual
 * headers and log line.
 */
export function sanitizeTargets(answer: RequestListener): RequestListener {
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

/** Express' final handler prints unhandled errors to standard error, with the URL. */
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
