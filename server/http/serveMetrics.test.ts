import type { AddressInfo } from 'node:net';
import { serveMetrics } from './serveMetrics';

const text = () => Promise.resolve('');

test('a port or an address that cannot be had is told by the names of its settings', async () => {
  const server = await serveMetrics(text, { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  try {
    await expect(serveMetrics(text, { host: '127.0.0.1', port })).rejects.toThrow(
      `METRICS_PORT ${port} is already in use; set another one.`,
    );
    // Of documentation, and so of no machine.
    await expect(serveMetrics(text, { host: '192.0.2.1', port })).rejects.toThrow(
      `The metrics cannot be served on METRICS_HOST 192.0.2.1 and METRICS_PORT ${port}: EADDRNOTAVAIL.`,
    );
  } finally {
    server.close();
  }
});
