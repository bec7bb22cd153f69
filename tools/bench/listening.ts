import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Its port, when it listens. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
