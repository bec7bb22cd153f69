import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { KioskError } from '../errors';
import { requestStateOf } from './requestState';

export interface ErrorAnswer {
  readonly message: string;
  readonly code: string;
  readonly field?: string | undefined;
  /** The request id to report, if the error was answered earlier. */
  readonly requestId?: string | undefined;
}

const graphqlType = 'application/graphql-response+json';

/**
 * The one shape of errors outside GraphQL (decision 4): `error` and `message` hold the same sentence. GraphQL's
 * endpoint uses GraphQL's shape for errors of any layer.
 */
export function sendError(response: Response, status: number, answer: ErrorAnswer): void {
  const { message, code, field, requestId = requestStateOf(response).id } = answer;
  response.setHeader('Cache-Control', 'no-store');
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const details = { code, ...(field !== undefined && { field }), requestId };
  const { req: request } = response;
  if (/^\/graphql(?![^/])/i.test(request.baseUrl + request.path)) {
    if (request.accepts(['application/json', graphqlType]) === graphqlType) response.type(graphqlType);
    response.status(status).json({ errors: [{ message, extensions: details }] });
  } else response.status(status).json({ error: message, message, ...details });
}

export const notFound: RequestHandler = (_request, response) => {
  sendError(response, 404, { message: 'There is nothing at this address.', code: 'NOT_FOUND' });
};

export function methodNotAllowed(allow: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allow);
    sendError(response, 405, { message: 'This method is not allowed here.', code: 'METHOD_NOT_ALLOWED' });
  };
}

type KnownAnswer = ErrorAnswer & { readonly status: number };

const tooLarge = (bytes: number): KnownAnswer => ({
  status: 413,
  message: `The request is too large: at most ${Math.floor(bytes / 1_024)} kB.`,
  code: 'PAYLOAD_TOO_LARGE',
});

const answers: Record<string, KnownAnswer> = {
  'encoding.unsupported': {
    status: 415,
    message: 'This content encoding is not supported.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
};

/** Answers errors outside GraphQL with JSON; unexpected ones are logged and masked. */
export const errorHandler: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof KioskError) {
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    sendError(response, error.status, error);
    return;
  }
  const { type, status, limit } = (typeof error === 'object' && error !== null ? error : {}) as {
    type?: unknown;
    status?: unknown;
    limit?: unknown;
  };
  const known = type === 'entity.too.large' ? tooLarge(Number(limit)) : answers[String(type)];
  if (known) {
    sendError(response, known.status, known);
  } else if (typeof status === 'number' && status >= 400 && status < 500) {
    sendError(response, 400, { message: 'The request cannot be read.', code: 'BAD_USER_INPUT' });
  } else {
    requestStateOf(response).log.error({ err: error }, 'Request failed');
    sendError(response, 500, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  }
};
