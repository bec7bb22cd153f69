import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../testing/databaseAt';
import { isRunning, leftOver, processTree, startRunningShop, type RunningShop } from '../testing/runningShop';
import { startSteadyClients } from '../testing/steadyClients';

const limitMs = 180_000;
let dataDir: string;
let shop: RunningShop;
let metricsUrl: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-workers-'));
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const settings = { WEB_CONCURRENCY: '2', METRICS_PORT: String(port), LOG_LEVEL: 'fatal', OUTBOUND: 'off' };
  shop = await startRunningShop(dataDir, settings);
}, limitMs);
afterAll(async () => {
  await shop.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The serving processes, which run the same program as the first one. */
function workers(): number[] {
  const { pid } = shop.spawned;
  return processTree(pid).filter((one) => one !== pid && commandOf(one).endsWith('start.mjs\0'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function metric(pattern: RegExp): Promise<number> {
  const response = await fetch(metricsUrl, { headers: { connection: 'close' } });
  expect(response.status).toBe(200);
  const text = await response.text();
  return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
}

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(50)) if (await isSo()) return;
  throw new Error(`not within 60 s: ${what}`);
}

const areReplaced = (before: readonly number[]) =>
  workers().length === before.length && workers().every((one) => !before.includes(one));
const readyProcesses = () => metric(/^kiosk_ready_processes (\d+)$/gm);
const isReady = () => metric(/^kiosk_ready (\d+)$/gm);

test('WEB_CONCURRENCY: two processes serve one port, and their metrics are summed', async () => {
  expect(workers()).toHaveLength(2);
  expect(await readyProcesses()).toBe(2);
  expect(await isReady()).toBe(1);
  // Not summed, but the value of one process.
  expect(await metric(/^kiosk_part_faulty\{part="outbound"\} (\d+)$/gm)).toBe(1);
  const count = /^kiosk_http_request_duration_seconds_count\{[^}]*route="livez"[^}]*\} (\d+)$/gm;
  const before = await metric(count);
  for (let call = 0; call < 10; call += 1) await fetch(`${shop.url}/livez`, { headers: { connection: 'close' } });
  expect((await metric(count)) - before).toBe(10);
});

test(
  'replaces a process that dies, while the other one answers',
  async () => {
    const [killed, other] = workers() as [number, number];
    process.kill(killed, 'SIGKILL');
    await until('its successor is there', () => workers().length === 2 && !workers().includes(killed));
    for (let call = 0; call < 10; call += 1) expect((await fetch(`${shop.url}/livez`)).status).toBe(200);
    await until('two are ready', async () => (await readyProcesses()) === 2);
    expect(workers()).toContain(other);
    expect(workers()).not.toContain(killed);
  },
  limitMs,
);

test(
  'resets a connection handed to a killed process and answers the others',
  async () => {
    const [killed] = workers() as [number, number];
    // The stopped process is handed one connection, which it does not accept.
    process.kill(killed, 'SIGSTOP');
    const answers = Array.from({ length: 4 }, () => ask(false).then(({ status }) => status));
    const ends = answers.map((answer) => answer.catch((error: NodeJS.ErrnoException) => error.code));
    await Promise.race(answers);
    process.kill(killed, 'SIGKILL');
    expect((await Promise.all(ends)).sort()).toEqual([200, 200, 200, 'ECONNRESET']);
    await until('two are ready', async () => (await readyProcesses()) === 2);
  },
  limitMs,
);

test(
  'a scrape that meets a process that has just died does not end the shop',
  async () => {
    const [killed] = workers() as [number, number];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [first] = (await once(get(metricsUrl, { agent }), 'response')) as [IncomingMessage];
    await once(first.resume(), 'close');
    process.kill(shop.spawned.pid, 'SIGSTOP');
    const scrape = get(metricsUrl, { agent });
    const scraped = once(scrape, 'response');
    await once(scrape, 'finish');
    process.kill(killed, 'SIGKILL');
    // Messages still arrive until the last thread of the process is gone.
    await until('it is dead', () => !isRunning(killed) && readdirSync(`/proc/${killed}/task`).length === 1);
    process.kill(shop.spawned.pid, 'SIGCONT');
    const [{ statusCode }] = (await scraped) as [IncomingMessage];
    expect(statusCode).toBe(200);
    expect(scrape.reusedSocket).toBe(true);
    agent.destroy();
    await until('two are ready', async () => (await readyProcesses()) === 2);
  },
  limitMs,
);

test(
  'replaces a process that dies while its successor starts only once',
  async () => {
    const before = workers() as [number, number];
    shop.process.kill('SIGHUP');
    await until('a successor starts', () => workers().length === 3);
    process.kill(before[0], 'SIGKILL');
    await until('two others are there', () => areReplaced(before));
    await until('both are ready', async () => (await readyProcesses()) === 2);
  },
  limitMs,
);

/** Longer than a stopping process keeps an idle connection open. */
const idleMs = 4_000;
const connectionCount = 8;

/**
 * Sends a request on one kept-alive connection now and then, like a balancer, and returns how the connection ended. No
 * two clients send at once.
 */
async function useConnection(number: number): Promise<string> {
  await delay((number * idleMs) / connectionCount);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let asked = 0; ; asked += 1) {
    const { status, connection, reused } = await ask(agent);
    if (asked > 0 && !reused) return 'it was closed';
    if (connection === 'close') return `told with a ${status}`;
    await delay(idleMs);
  }
}

function ask(agent: Agent | false): Promise<{ status: number; connection: string; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(`${shop.url}/graphql`, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, connection: answered.connection ?? '', reused: sent.reusedSocket });
      });
    });
    sent.once('error', reject).end('{"query":"{ __typename }"}');
  });
}

test(
  'SIGHUP replaces all processes without a failed request or an unready answer',
  async () => {
    const before = workers();
    const clients = startSteadyClients(`${shop.url}/api/product?limit=1`, 10, 10);
    const balancers = startSteadyClients(`${shop.url}/readyz`, 4, 4);
    await Promise.all([clients.warm(60), balancers.warm(8)]);
    const connections = Array.from({ length: connectionCount }, (_, number) => useConnection(number));
    await delay(idleMs);
    shop.process.kill('SIGHUP');
    expect(await Promise.all(connections)).toEqual(connections.map(() => 'told with a 200'));
    expect(await isReady()).toBe(1);
    await until('all are others', () => areReplaced(before));
    await until('both are ready', async () => (await readyProcesses()) === 2);
    expect(await leftOver(before, 10_000)).toEqual([]);
    await clients.warm(clients.count.answered + 60);
    const { answered, ...troubles } = clients.count;
    expect(answered).toBeGreaterThan(100);
    const none = { lost: 0, keptAliveResets: 0, freshResets: 0, refused: {} };
    expect(troubles).toEqual(none);
    expect(balancers.count).toMatchObject(none);
    await endInOrder(clients);
  },
  limitMs,
);

async function endInOrder(clients: ReturnType<typeof startSteadyClients>): Promise<void> {
  const tree = processTree(shop.spawned.pid);
  clients.signalled();
  shop.process.kill('SIGTERM');
  expect((await shop.spawned.exited).code).toBe(0);
  await clients.done;
  expect(clients.count).toMatchObject({ lost: 0, keptAliveResets: 0, refused: {} });
  expect(await leftOver(tree, 5_000)).toEqual([]);
}
