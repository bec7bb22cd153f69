import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

export interface Drain {
  /** Every answer from now on closes its connection. */
  readonly draining: () => boolean;
  /** Nobody will answer here before long. Never of a server that was retired: others answer at its port. */
  readonly closing: () => boolean;
  /** A request is answered by it: when draining begins meanwhile, it closes its connection too. */
  readonly track: (response: ServerResponse) => void;
  /** Where others go on at the same port: resolves when every connection has been answered or has run out. */
  readonly retire: (server: Server) => Promise<void>;
  /** Resolves when the last connection is closed, after `patienceMs` at the latest. */
  readonly close: (
    server: Server,
    times?: { readonly graceMs?: number; readonly patienceMs?: number },
  ) => Promise<void>;
}

/** What Node gives an idle connection beyond its time, and as much again for a busy machine. */
const overtimeMs = 2_000;

/**
 * Closing at once resets clients that are about to reuse a connection. So first everybody is told, by /readyz and by
 * `Connection: close` on every answer; only then is the door closed. Whoever has not asked meanwhile cannot be told: where
 * there is time for it, idle connections are left to run out, as they do on any other day.
 */
export function createDrain(): Drain {
  let draining = false;
  let closing = false;
  let closed: Promise<void> | undefined;
  const open = new Set<ServerResponse>();
  const begin = () => {
    draining = true;
    // Node then says `Connection: close` in the head.
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
      // That of HTTP closes idle connections too.
      closed ??= new Promise((resolve) => Listener.prototype.close.call(server, () => resolve()));
      await within(closed, server.keepAliveTimeout + overtimeMs);
    },
    close: async (server, { graceMs = 1_000, patienceMs = 3_500 } = {}) => {
      begin();
      // Of one that was retired the door is closed already, and others answer behind it.
      closing ||= closed === undefined;
      if (closed) await within(closed, graceMs);
      else if (!server.listening) return;
      else {
        await delay(graceMs);
        await emptyBacklog(server);
        closed = new Promise((resolve) => server.close(() => resolve()));
      }
      server.closeIdleConnections();
      await within(closed, patienceMs - graceMs);
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

/** A closing door resets whoever the kernel has let in and we have not: it is closed after a short turn in which nobody came. */
async function emptyBacklog(server: Server): Promise<void> {
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
