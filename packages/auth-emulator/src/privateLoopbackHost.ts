import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A random address of 127.0.0.0/8. The emulator has no authentication, and a web page can scan all ports of 127.0.0.1,
 * but not of 16 million addresses. Where only 127.0.0.1 exists (macOS), returns that.
 */
export async function privateLoopbackHost(): Promise<string> {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  const server = createServer();
  const isAvailable = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, host, () => resolve(true));
  });
  if (!isAvailable) return '127.0.0.1';
  await new Promise((resolve) => server.close(resolve));
  return host;
}
