import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

export interface ConnectionLimits {
  /** How long a connection may make no progress in either direction while the shop waits for the client. */
  readonly stalledMs: number;
  /** Maximum connections per client; 0: unlimited. */
  readonly perClient: number;
  /** The client of an address. */
  readonly clientOf: (address: string) => string;
  readonly onRefusal: () => void;
}

/** A phone may be offline for that long, e.g. in a tunnel. */
export const maxStallMs = 30_000;

/** Slow readers occupy memory: stalled connections are closed, and connections per client are limited. */
export function limitConnections(http: Server, log: Logger, limits: ConnectionLimits): void {
  closeStalled(http, limits.stalledMs);
  closeUnreadResponses(http, limits.stalledMs);
  if (limits.perClient > 0) limitClients(http, log, limits);
}

const checksPerPeriod = 4;
/** While the client waits for the shop, which may ask a slow database or payment provider for each of many rows. */
export const workingPeriods = 10;

/**
 * Node's socket timeout reports a lack of progress, including partially flushed writes, but compares with the size at
 * the start of the write, so that it may fire after up to twice the time. It therefore runs with a fraction of the
 * time, repeatedly.
 */
function closeStalled(http: Server, stalledMs: number): void {
  const lookMs = stalledMs / checksPerPeriod;
  const standstills = new WeakMap<Socket, { readonly since: number; readonly seenAt: number }>();
  const isWaitingForUs = watchWork(http);
  http.timeout = lookMs;
  http.on('timeout', (socket: Socket) => {
    const now = performance.now();
    const last = standstills.get(socket);
    const since = last && now - last.seenAt < 1.5 * lookMs ? last.since : now - lookMs;
    const mayLast = isWaitingForUs(socket) ? workingPeriods * stalledMs : stalledMs;
    if (socket.timeout === lookMs && now - since < mayLast) {
      standstills.set(socket, { since, seenAt: now });
      socket.setTimeout(lookMs);
      return;
    }
    // After a blocked event loop, timers run before pending data is read: closing at once would reset a client that has
    // just sent a request.
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}

/** Whether the latest request was read whole and is not yet answered, without bytes that the client has yet to take. */
function watchWork(http: Server): (socket: Socket) => boolean {
  const latest = new WeakMap<Socket, ServerResponse<IncomingMessage>>();
  http.on('request', (request, response) => latest.set(request.socket, response));
  return (socket) => {
    const response = latest.get(socket);
    return response?.req.complete === true && !response.writableFinished && socket.writableLength === 0;
  };
}

interface Unread {
  readonly taken: number;
  readonly read: number;
  readonly since: number;
}

/** For clients that keep sending without reading: incoming bytes reset the socket timeout. */
function closeUnreadResponses(http: Server, stalledMs: number): void {
  const open = new Map<Socket, Unread | null>();
  http.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, last] of open) {
      const { bytesRead: read, bytesWritten, writableLength: waiting } = socket;
      const taken = bytesWritten - waiting;
      if (waiting === 0) open.set(socket, null);
      else if (last?.taken !== taken) open.set(socket, { taken, read, since: now });
      else if (last.read !== read && now - last.since >= stalledMs) socket.destroy();
    }
  };
  http.once('listening', () => {
    const timer = setInterval(look, stalledMs / checksPerPeriod).unref();
    http.once('close', () => clearInterval(timer));
  });
}

const warnEveryMs = 60_000;

function limitClients(http: Server, log: Logger, { perClient, clientOf, onRefusal }: ConnectionLimits): void {
  const amounts = new Map<string, number>();
  let warnedAt = -Infinity;
  http.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const others = amounts.get(client) ?? 0;
    if (others >= perClient) {
      socket.destroy();
      onRefusal();
      if (performance.now() - warnedAt < warnEveryMs) return;
      warnedAt = performance.now();
      log.warn({ connectionsPerAddress: perClient }, 'Refused connections of a client that has too many');
      return;
    }
    amounts.set(client, others + 1);
    socket.once('close', () => {
      const left = (amounts.get(client) ?? 1) - 1;
      if (left === 0) amounts.delete(client);
      else amounts.set(client, left);
    });
  });
}
