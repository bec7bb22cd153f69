import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  /** Requests that got no answer from a host, one line each. */
  readonly failures: readonly string[];
  /** Whether requests are sent to the host at this port. */
  readonly isUp: (port: number) => boolean;
  readonly stop: () => Promise<void>;
}

interface Host {
  readonly port: number;
  readonly agent: Agent;
  isUp: boolean;
}

/** As configured in deploy/Caddyfile. */
const healthEveryMs = 500;
const healthWithinMs = 1_000;
/** Less than the 20 s after which a host closes an idle connection. */
const idleMs = 15_000;

/**
 * A load balancer for several hosts: round-robin, with health checks on /readyz and kept-alive connections. It sends a
 * request once, and to another host only if the first could not be reached at all.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const stopping = new AbortController();
  const failures: string[] = [];
  const hosts = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true, timeout: idleMs }), isUp: false }));
  let turn = 0;
  const nextHost = () => {
    const up = hosts.filter(({ isUp }) => isUp);
    return up[(turn += 1) % up.length];
  };

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readAll(incoming);
    for (let host = nextHost(); host; host = nextHost()) {
      const outcome = await pass(host, incoming, body, outgoing);
      if (outcome === null) return;
      if (outcome.code !== 'ECONNREFUSED') {
        failures.push(`${incoming.method} ${incoming.url} to ${host.port}: ${outcome.message}`);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end();
        return;
      }
      host.isUp = false;
    }
    failures.push(`${incoming.method} ${incoming.url}: no host is up`);
    outgoing.writeHead(503).end();
  };

  const watch = async (host: Host): Promise<void> => {
    while (!stopping.signal.aborted) {
      host.isUp = await isReady(host.port);
      await delay(healthEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  // Clients in the same busy process measure the idle time of a connection too slowly.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const watches = hosts.map(watch);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    isUp: (wanted) => hosts.some(({ port, isUp }) => port === wanted && isUp),
    stop: async () => {
      stopping.abort();
      await Promise.all(watches);
      for (const { agent } of hosts) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves to null once the answer is sent, otherwise to the reason why there is none. */
function pass(
  { port, agent }: Host,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const { method, url: path } = incoming;
    const headers = { ...endToEnd(incoming.headers), ...(body.length > 0 && { 'content-length': body.length }) };
    const forwarded = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, 'x-forwarded-for': forwarded } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
        answer.once('error', resolve).once('end', () => resolve(null));
        answer.pipe(outgoing);
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket) error.message += ' on a connection that was kept';
      resolve(error);
    });
    sent.end(body);
  });
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function endToEnd(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.has(name)));
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: healthWithinMs });
    asked.once('response', (answer) => resolve(answer.resume().statusCode === 200));
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', () => resolve(false)).end();
  });
}
