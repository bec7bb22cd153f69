import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';

export interface Drain {
  readonly draining: () => boolean;
  /** Has every answer from now on close its connection. */
  readonly middleware: RequestHandler;
  /** Resolves when the last connection is closed, after `patienceMs` at the latest. */
  readonly close: (
    server: Server,
    times?: { readonly graceMs?: number; readonly patienceMs?: number },
  ) => Promise<void>;
}

/**
 * Closing at once resets clients that are about to reuse a connection. So first everybody is told, by /readyz and by
 * `Connection: close` on every answer; only then is the door closed.
 */
export function createDrain(): Drain {
  let draining = false;
  return {
    draining: () => draining,
    middleware: (_request, response, next) => {
      const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
      response.writeHead = (...args: unknown[]) => {
        if (draining) response.setHeader('Connection', 'close');
        return writeHead(...args);
      };
      next();
    },
    close: async (server, { graceMs = 1_000, patienceMs = 3_500 } = {}) => {
      draining = true;
      if (!server.listening) return;
      await delay(graceMs);
      await emptyBacklog(server);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const forced = new AbortController();
      await Promise.race([
        closed,
        delay(patienceMs - graceMs, undefined, { signal: forced.signal }).catch(() => undefined),
      ]);
      forced.abort();
      server.closeAllConnections();
      await closed;
    },
  };
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
