import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

export interface ConnectionLimits {
  /** How long a connection may make no progress while it is read or answered. */
  readonly stalledMs: number;
  /** Connections of one client; 0 is off. */
  readonly perClient: number;
  /** The client that an address belongs to. */
  readonly clientOf: (address: string) => string;
  readonly onRefusal: () => void;
}

/** A phone that goes through a tunnel may take so long to come back. */
export const longestStandstillMs = 30_000;

/** Whoever takes nothing of an answer holds its memory: such connections are ended, and no client has too many of them. */
export function limitConnections(http: Server, log: Logger, limits: ConnectionLimits): void {
  endStandstill(http, limits.stalledMs);
  endUnreadAnswers(http, limits.stalledMs);
  if (limits.perClient > 0) limitClients(http, log, limits);
}

const looksInTime = 4;

/**
 * Node tells when nothing has moved on a connection for a while, and knows of parts of one large write that the network has
 * taken. It is asked for a part of the time, over and over: it compares with what was to be written at first, so that the whole
 * time could become twice as long.
 */
function endStandstill(http: Server, stalledMs: number): void {
  const lookMs = stalledMs / looksInTime;
  const standstills = new WeakMap<Socket, { readonly since: number; readonly seenAt: number }>();
  http.timeout = lookMs;
  http.on('timeout', (socket: Socket) => {
    const now = performance.now();
    const last = standstills.get(socket);
    const since = last && now - last.seenAt < 1.5 * lookMs ? last.since : now - lookMs;
    if (socket.timeout === lookMs && now - since < stalledMs) {
      standstills.set(socket, { since, seenAt: now });
      socket.setTimeout(lookMs);
      return;
    }
    // A process that was held up meets the end of a connection's time before what arrived in it meanwhile: cut at once, a client
    // that has just sent a request would be reset.
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}

interface Unread {
  readonly taken: number;
  readonly read: number;
  readonly since: number;
}

/** For clients that go on sending while they take nothing of what they are sent: any byte from them moves a connection. */
function endUnreadAnswers(http: Server, stalledMs: number): void {
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
    const timer = setInterval(look, stalledMs / looksInTime).unref();
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
