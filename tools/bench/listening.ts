import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and returns it. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
