import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and sends it to the parent process. */
export function listenAndTell(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
  process.once('disconnect', () => process.exit(0));
}
