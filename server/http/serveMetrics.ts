import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import { listenFailure, type ListenAddress } from './listenFailure';

const settings = { what: 'The metrics', host: 'METRICS_HOST', port: 'METRICS_PORT' };

/** For Prometheus, on an address of its own without authentication. */
export function serveMetrics(metricsText: () => Promise<string>, { host, port }: ListenAddress): Promise<Server> {
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
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, settings, { host, port })));
    server.listen(port, host, () => resolve(server));
  });
}
