import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const readyWithin = 120_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves with the first answer of /readyz; the lines of a shop that ends before are part of the error. */
async function untilReady(shop: ChildProcess, url: string, lines: string[]): Promise<void> {
  const end = Date.now() + readyWithin;
  while (Date.now() < end) {
    if (shop.exitCode !== null) throw new Error(`The shop ended with ${shop.exitCode}:\n${lines.slice(-20).join('\n')}`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`The shop was not ready within ${readyWithin / 1000} s:\n${lines.slice(-20).join('\n')}`);
}

/** Accounts can sign in once the emulator holds them. */
async function untilSignInWorks(url: string, end = Date.now() + readyWithin): Promise<void> {
  while (Date.now() < end) {
    const settings = await fetch(`${url}/config.json`).then((answer) => answer.json() as Promise<{ authEmulatorUrl: string }>);
    const answer = await fetch(
      `${settings.authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'shopper@kiosk.test', password: 'kiosk-shopper', returnSecureToken: true }),
      },
    ).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The demo accounts cannot sign in');
}

/** Starts what `npm start` starts, on free ports and an empty data folder; KIOSK_URL tests a shop that runs already. */
export default async function startShop(): Promise<() => Promise<void>> {
  if (process.env.KIOSK_URL) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    AUTH_EMULATOR_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
  };
  const shop = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [shop.stdout, shop.stderr]) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const stop = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGINT');
      await once(shop, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(shop, url, lines);
    await untilSignInWorks(url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.KIOSK_URL = url;
  return stop;
}
