import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * One of the 16 million addresses that lead nowhere but to this machine. What listens there has no secret of its own, and a page
 * in a browser can ask every port of the usual address, but not of all the others. Where a system has only the usual one
 * (macOS), it is that.
 */
export async function ownLoopbackHost(): Promise<string> {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const server = createServer();
  const isThere = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, host, () => resolve(true));
  });
  if (!isThere) return '127.0.0.1';
  await new Promise((resolve) => server.close(resolve));
  return host;
}
