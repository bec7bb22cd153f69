import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isLoopbackHost } from '../text/isLoopbackHost';
import { sendError } from './httpErrors';

/** Exactly one, as HTTP/1.1 requires: of two, a proxy in front may use the other. Node accepts several without an error. */
export const requireHost: RequestHandler = (request, response, next) => {
  const { host = [] } = request.headersDistinct;
  if (host.length === 1 || (host.length === 0 && request.httpVersion === '1.0')) next();
  else {
    response.setHeader('Connection', 'close');
    sendError(response, 400, { message: 'The request must name one host.', code: 'BAD_REQUEST' });
  }
};

/**
 * With the identity emulator anyone who reaches the shop can sign in as anybody. Checking the host name blocks DNS
 * rebinding: another site's page whose name resolves to this machine (decision 39).
 */
export function ownHost(publicUrl: () => string): (request: IncomingMessage) => boolean {
  return ({ headers, socket }) => {
    const host = (headers.host ?? '').toLowerCase();
    const port = socket.localPort;
    const name = host.replace(/:\d+$/, '');
    const ownPort = host === `${name}:${port}` || (port === 80 && host === name);
    return (isLoopbackHost(name) && ownPort) || host === new URL(publicUrl()).host;
  };
}

export function checkHost(isOwnHost: (request: IncomingMessage) => boolean): RequestHandler {
  return (request, response, next) => {
    if (isOwnHost(request)) next();
    else
      sendError(response, 403, { message: 'This demo shop answers on the loopback address only.', code: 'FORBIDDEN' });
  };
}
