import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { serveMetrics } from './serveMetrics';

const text = () => Promise.resolve('');

test('names METRICS_HOST and METRICS_PORT when it cannot listen there', async () => {
  const server = await serveMetrics(text, { host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  try {
    await expect(serveMetrics(text, { host: '127.0.0.1', port })).rejects.toThrow(
      `METRICS_PORT ${port} is already in use; set another one.`,
    );
    // Reserved for documentation, so no machine has it.
    await expect(serveMetrics(text, { host: '192.0.2.1', port })).rejects.toThrow(
      `The metrics cannot be served on METRICS_HOST 192.0.2.1 and METRICS_PORT ${port}: EADDRNOTAVAIL.`,
    );
  } finally {
    server.close();
  }
});

test('listens on METRICS_HOST alone', async () => {
  const server = await serveMetrics(text, { host: '127.0.0.2', port: 0 });
  const { port } = server.address() as AddressInfo;
  try {
    const [answer] = (await once(get({ host: '127.0.0.2', port, path: '/metrics' }), 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  } finally {
    server.close();
  }
});
