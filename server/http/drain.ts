import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

export interface Drain {
  /** Responses from now on close their connection. */
  readonly draining: () => boolean;
  /** This port is about to be closed. Never true for a retired server: other processes answer at its port. */
  readonly closing: () => boolean;
  /** Registers a response: if draining begins meanwhile, it closes its connection, too. */
  readonly track: (response: ServerResponse) => void;
  /** For replaced workers: resolves when every connection was answered or has timed out. */
  readonly retire: (server: Server) => Promise<void>;
  /** Resolves when the last connection is closed, or after `timeoutMs`. */
  readonly close: (server: Server, times?: { readonly graceMs?: number; readonly timeoutMs?: number }) => Promise<void>;
}

/** Node's tolerance beyond an idle timeout, doubled for a busy machine. */
const overtimeMs = 2_000;

/**
 * Closing at once would reset clients that are about to reuse a connection. So /readyz and `Connection: close` on every
 * response announce it first; then the server stops listening. If there is time, idle connections are left to their
 * timeout.
 */
export function createDrain(): Drain {
  let draining = false;
  let closing = false;
  let closed: Promise<void> | undefined;
  const open = new Set<ServerResponse>();
  const begin = () => {
    draining = true;
    // Node then sends `Connection: close`.
    for (const response of open) response.shouldKeepAlive = false;
    open.clear();
  };
  return {
    draining: () => draining,
    closing: () => closing,
    track: (response) => {
      if (draining) response.shouldKeepAlive = false;
      else {
        open.add(response);
        response.once('close', () => open.delete(response));
      }
    },
    retire: async (server) => {
      begin();
      // http.Server.close would close idle connections, too.
      closed ??= new Promise((resolve) => Listener.prototype.close.call(server, () => resolve()));
      await within(closed, server.keepAliveTimeout + overtimeMs);
    },
    close: async (server, { graceMs = 1_000, timeoutMs = 3_500 } = {}) => {
      begin();
      // A retired server no longer listens, and other processes answer at its port.
      closing ||= closed === undefined;
      if (closed) await within(closed, graceMs);
      else if (!server.listening) return;
      else {
        await delay(graceMs);
        await drainBacklog(server);
        closed = new Promise((resolve) => server.close(() => resolve()));
      }
      server.closeIdleConnections();
      await within(closed, timeoutMs - graceMs);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function within(event: Promise<void>, limitMs: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([event, delay(limitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

const backlogMs = 500;
const shortTurnMs = 0.5;

/** Closing resets connections in the kernel's backlog: waits for a short interval without new ones. */
async function drainBacklog(server: Server): Promise<void> {
  let arrivals = 0;
  const note = () => void (arrivals += 1);
  server.on('connection', note);
  const until = performance.now() + backlogMs;
  for (let startedAt = performance.now(); startedAt < until;) {
    const before = arrivals;
    await nextTurn();
    const endedAt = performance.now();
    if (arrivals === before && endedAt - startedAt < shortTurnMs) break;
    startedAt = endedAt;
  }
  server.off('connection', note);
}
