import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../server/testing/databaseAt';
import { leftOver, processTree } from '../../../server/testing/runningShop';

/** A copy of the checkout, because the test edits it. */
let checkout: string;
let dataDir: string;
let dev: ChildProcess | undefined;
let tree: number[] = [];

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'kiosk-dev-'));
  dataDir = join(checkout, '.data');
  copyCheckout();
});
afterEach(() => {
  for (const pid of [...tree, ...(dev?.exitCode === null ? processTree(dev.pid ?? 0) : [])]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  rmSync(checkout, { recursive: true, force: true });
});

function copyCheckout(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  const isNeeded = (file: string) => /^(server|client|packages|tools)\/|^[^/]+$/.test(file);
  for (const file of listed.split('\0').filter((each) => each !== '' && isNeeded(each)))
    cpSync(file, join(checkout, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
}

/** Waits for a wanted response. */
async function until(url: string, wanted: (status: number, text: string) => boolean): Promise<string> {
  for (const givenUpAt = performance.now() + 90_000; performance.now() < givenUpAt; await delay(50)) {
    const answer = await fetch(url).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    );
    if (wanted(answer.status, answer.text)) return answer.text;
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

/** Edits a text of the server; resolves to the milliseconds until it is served. */
async function serveEdited(port: number): Promise<number> {
  const file = join(checkout, 'server', 'http', 'httpErrors.ts');
  const [text, edited] = ['There is nothing at this address.', 'An edited sentence.'];
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(text);
  const startedAt = performance.now();
  writeFileSync(file, before.replace(text, edited));
  await until(`http://127.0.0.1:${port}/api/nothing`, (status, answer) => status === 404 && answer.includes(edited));
  return performance.now() - startedAt;
}

/** The descendant processes whose command matches. */
const processesOf = (pid: number, words: RegExp) => processTree(pid).filter((each) => words.test(commandOf(each)));
/** The shop's processes: the primary and its worker. */
const ofShop = /runDev\.mjs/;
const services = /embedded-mongodb|firebase-tools/;

test('npm run dev serves client and server, serves what was edited by a new worker, and stops all processes', async () => {
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
    cwd: checkout,
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

  const served = serveEdited(port);
  const [first, answering] = shopBefore;
  const signIns: number[] = [];
  while (processesOf(pid, ofShop).includes(answering ?? 0)) {
    // Requests are answered during the replacement, and sign-in keeps working.
    signIns.push(await signIn(port));
  }
  process.stdout.write(`An edit of the server was served after ${Math.round(await served)} ms\n`);
  expect(await served).toBeLessThan(60_000);
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
