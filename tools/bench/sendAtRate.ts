import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './Connection';
import type { NextRequest } from './sendLoad';

export interface Arrivals {
  readonly port: number;
  /** Requests per second, whether or not earlier ones have been answered. */
  readonly rate: number;
  readonly seconds: number;
  readonly next: NextRequest;
}

export interface Arrived {
  /** Milliseconds from the start to the due time. */
  readonly dueAt: number;
  /** Milliseconds from the due time to the response. */
  readonly latency: number;
  readonly status: number;
  readonly failure: string | null;
  readonly retryAfter: boolean;
}

interface Idle {
  readonly connection: Connection;
  readonly send: (dueAt: number) => void;
  readonly since: number;
}

const mostConnections = 2_000;
/** Servers close idle connections, Node's after five seconds. */
const longestIdleMs = 4_000;
const patienceMs = 10_000;
const tickMs = 2;

/** Open-loop load: the arrival rate does not depend on the server, and waiting for a connection counts as latency. */
export async function sendAtRate({ port, rate, seconds, next }: Arrivals): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  const idle: Idle[] = [];
  const waiting: number[] = [];
  const connections = new Set<Connection>();
  const startedAt = performance.now();
  const total = Math.round(rate * seconds);
  let sent = 0;

  const openConnection = (firstDueAt: number) => {
    let dueAt: number | null = firstDueAt;
    const send = (due: number) => {
      dueAt = due;
      const request = next();
      if (request) connection.send(request);
    };
    const connection: Connection = new Connection(
      port,
      ({ status, failure, head }) => {
        const now = performance.now();
        if (dueAt !== null) {
          const latency = now - startedAt - dueAt;
          arrived.push({ dueAt, latency, status, failure, retryAfter: /\r\nretry-after:/i.test(head) });
        }
        dueAt = null;
        if (status === 0) {
          connections.delete(connection);
          return;
        }
        const due = waiting.shift();
        if (due === undefined) idle.push({ connection, send, since: now });
        else send(due);
      },
      () => send(firstDueAt),
    );
    connections.add(connection);
  };
  /** The most recently used connection, unless the server may have closed it; the others are idle even longer. */
  const takeIdle = () => {
    const last = idle.pop();
    if (last && connections.has(last.connection) && performance.now() - last.since < longestIdleMs) return last.send;
    for (const { connection } of last ? [last, ...idle.splice(0)] : []) {
      connections.delete(connection);
      connection.close();
    }
    return null;
  };

  while (sent < total) {
    const now = performance.now() - startedAt;
    for (; sent < total && (sent * 1_000) / rate <= now; sent += 1) {
      const due = (sent * 1_000) / rate;
      const send = takeIdle();
      if (send) send(due);
      else if (connections.size < mostConnections) openConnection(due);
      else waiting.push(due);
    }
    await delay(tickMs);
  }
  const until = performance.now() + patienceMs;
  while (arrived.length < total && performance.now() < until) await delay(20);
  for (const connection of connections) connection.close();
  for (let missing = total - arrived.length; missing > 0; missing -= 1)
    arrived.push({ dueAt: seconds * 1_000, latency: patienceMs, status: 0, failure: 'no answer', retryAfter: false });
  return arrived;
}
