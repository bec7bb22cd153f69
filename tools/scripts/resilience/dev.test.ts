import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../server/testing/databaseAt';
import { leftOver, processTree } from '../../../server/testing/runningShop';

let dataDir: string;
let dev: ChildProcess | undefined;
let tree: number[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-dev-'));
});
afterEach(() => {
  for (const pid of [...tree, ...(dev?.exitCode === null ? processTree(dev.pid ?? 0) : [])]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Waits for a response with a wanted status. */
async function until(url: string, wanted: (status: number) => boolean): Promise<string> {
  for (const givenUpAt = performance.now() + 90_000; performance.now() < givenUpAt; await delay(50)) {
    const answer = await fetch(url).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    );
    if (wanted(answer.status)) return answer.text;
  }
  throw new Error(`${url} never answered as wanted`);
}

const ok = (status: number) => status === 200;

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};
interface Config {
  readonly authEmulatorUrl: string;
}

/** Signs in like the page, at the identity emulator and then at the shop; returns the duration. */
async function signIn(port: number): Promise<number> {
  const startedAt = performance.now();
  const post = async (url: string, body: object, headers: object = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const origin = `http://127.0.0.1:${port}`;
  const { authEmulatorUrl } = (await (await fetch(`${origin}/config.json`)).json()) as Config;
  const account = { email: 'admin@kiosk.test', password: 'kiosk-admin', returnSecureToken: true };
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key';
  const { idToken } = await post(`${authEmulatorUrl}${path}`, account);
  const bearer = { authorization: `Bearer ${String(idToken)}` };
  expect(await post(`${origin}/graphql`, { query: '{ me { role } }' }, bearer)).toMatchObject({
    data: { me: { role: 'ADMIN' } },
  });
  return performance.now() - startedAt;
}

/** The descendant processes whose command matches. */
const processesOf = (pid: number, words: RegExp) => processTree(pid).filter((each) => words.test(commandOf(each)));
/** The shop's processes: the primary and its worker. */
const ofShop = /runDev\.mjs/;
const services = /embedded-mongodb|firebase-tools/;

test('npm run dev serves client and server, replaces the worker on a change, and stops all processes', async () => {
  const [port, vitePort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    AUTH_EMULATOR_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  dev = spawn(process.execPath, ['tools/scripts/dev.mjs', '--port', String(vitePort), '--strictPort'], {
    env,
    stdio: 'ignore',
  });
  const pid = dev.pid ?? 0;
  const ended = new Promise<number | null>((resolve) => dev?.once('exit', resolve));
  const vite = `http://localhost:${vitePort}`;
  expect(await until(`${vite}/`, ok)).toContain('/@vite/client');
  expect(await until(`${vite}/pages/ProductsPage.tsx`, ok)).toContain('import.meta.hot');
  // Answered by the server, whose check of the Host header needs this name.
  expect(await until(`${vite}/api/product`, ok)).toMatch(/^\[/);
  await until(`http://127.0.0.1:${port}/readyz`, ok);
  // The first start of the emulator is slow.
  const { authEmulatorUrl } = JSON.parse(await until(`http://127.0.0.1:${port}/config.json`, ok)) as Config;
  await until(`${authEmulatorUrl}/readyz`, ok);
  const [shopBefore, servicesBefore] = [processesOf(pid, ofShop), processesOf(pid, services)];
  expect(shopBefore).toHaveLength(2);
  expect(servicesBefore.length).toBeGreaterThan(1);

  utimesSync(join('server', 'env.ts'), new Date(), new Date());
  const [first, answering] = shopBefore;
  const signIns: number[] = [];
  while (processesOf(pid, ofShop).includes(answering ?? 0)) {
    // Requests are answered during the replacement, and sign-in keeps working.
    signIns.push(await signIn(port));
  }
  expect(signIns.length).toBeGreaterThan(0);
  expect(Math.max(...signIns, await signIn(port))).toBeLessThan(3_000);
  await until(`${vite}/api/product`, ok);
  expect(processesOf(pid, ofShop)).toHaveLength(2);
  expect(processesOf(pid, ofShop)).toContain(first);
  expect(processesOf(pid, services)).toEqual(servicesBefore);

  tree = processTree(pid);
  dev.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await leftOver(tree, 10_000)).toEqual([]);
}, 300_000);
