import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly countAnswer: (answered: Answered) => void;
  readonly countOperation: (operation: string, outcome: 'ok' | 'error') => void;
  readonly text: () => Promise<string>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

/** Labels are routes and root fields, never addresses or names that a caller invents, so the number of series is bounded. */
export function createMetrics(isReady: () => boolean): Metrics {
  const registry = new Registry();
  // Milliseconds between two looks at the event loop: the default of 10 wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  // The first process adds up what the others count.
  if (cluster.isWorker) AggregatorRegistry.setRegistries(registry);
  const durations = new Histogram({
    name: 'kiosk_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2.5],
    registers: [registry],
  });
  const operations = new Counter({
    name: 'kiosk_graphql_operations_total',
    help: 'GraphQL root fields asked for, also by REST calls',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'kiosk_ready',
    help: 'Whether /readyz answers 200',
    registers: [registry],
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  const countAnswer = ({ method, route, status, seconds }: Answered) =>
    durations.observe(
      { method: methods.has(method) ? method : 'OTHER', route, status: `${Math.trunc(status / 100)}xx` },
      seconds,
    );
  return {
    countAnswer,
    countOperation: (operation, outcome) => operations.inc({ operation, outcome }),
    text: () => registry.metrics(),
  };
}

/** From here on the first process is answered what this one counts: nothing as long as it gets ready. */
export function answerScrapes(): void {
  // What is made listens; nothing else is needed of it.
  void new AggregatorRegistry();
}

/** On the loopback address. */
export function serveMetrics(metricsText: () => Promise<string>, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metricsText().then(
      (text) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
