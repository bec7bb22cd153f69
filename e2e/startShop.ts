import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startArguments } from '../server/testing/startArguments';

const readyWithin = 180_000;

export interface StartedShop {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits for the line that the shop prints when everything is up, including the demo accounts and the built client. */
async function untilReady(shop: ChildProcess): Promise<string> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`${what}:\n${lines.slice(-20).join('\n')}`));
    const timer = setTimeout(() => fail(`The shop was not ready within ${readyWithin / 1000} s`), readyWithin);
    for (const stream of [shop.stdout, shop.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const url = /^Kiosk is ready: (\S+)$/.exec(line)?.[1];
        if (!url) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
    shop.once('exit', (code) => {
      clearTimeout(timer);
      fail(`The shop ended with ${code}`);
    });
  });
}

/** Runs `npm start`'s command on free ports and an empty data folder. */
export async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<StartedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-e2e-'));
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(await freePort()),
    AUTH_EMULATOR_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    ...settings,
  };
  const shop = spawn(process.execPath, startArguments, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGINT');
      await once(shop, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await untilReady(shop), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For scripts: the running shop at KIOSK_URL, or a new one. */
export async function useShop(): Promise<StartedShop> {
  const url = process.env.KIOSK_URL;
  return url ? { url, stop: async () => undefined } : startShop();
}
