import { createServer, type AddressInfo } from 'node:net';
import { startEmbeddedMongo, type EmbeddedMongoProcess } from '@kiosk/embedded-mongodb/startEmbeddedMongo';

/** A port without a listener: the address of a database that starts later. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function startDatabaseAt(
  port: number,
  dataDir: string,
  { testCommands = false } = {},
): Promise<EmbeddedMongoProcess> {
  return startEmbeddedMongo({ dataDir, port, testCommands });
}
