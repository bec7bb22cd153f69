import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { apiPolicy } from './securityHeaders';

interface Refusal {
  readonly status: string;
  readonly message: string;
  readonly code?: string;
  readonly headers?: readonly string[];
}

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request headers are too large.',
  },
};
const malformed: Refusal = { status: '400 Bad Request', message: 'The request cannot be read.' };

/** Sends a response and logs a line where Node would only close the connection or send an empty body. */
export function answerClientErrors(http: Server, log: Logger, allow: string): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, log, refusals[error.code ?? ''] ?? malformed);
  });
  http.on('connect', (_request, socket) => {
    // Aborted connections are not errors.
    socket.on('error', () => socket.destroy());
    refuse(socket, log, {
      status: '405 Method Not Allowed',
      message: 'This method is not allowed here.',
      code: 'METHOD_NOT_ALLOWED',
      headers: [`Allow: ${allow}`],
    });
  });
  // Unknown expectations may be ignored; Node would answer an empty 417.
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
}

function refuse(socket: Duplex, log: Logger, { status, message, code = 'BAD_REQUEST', headers = [] }: Refusal): void {
  const requestId = randomUUID();
  const body = JSON.stringify({ error: message, message, code, requestId });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Content-Security-Policy: ${apiPolicy}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    ...headers,
    'Connection: close',
  ];
  log.warn({ requestId, status: Number.parseInt(status, 10) }, 'client error before a request was read');
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A half-open client would keep the connection forever; one that is still reading needs a moment.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
