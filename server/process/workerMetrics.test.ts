import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createWorkerMetrics } from './workerMetrics';

jest.setTimeout(60_000);

/** Counts CALLS calls, and one open connection. */
const program = `
import { createRequire } from 'node:module';
const { Counter, Gauge, Histogram, Registry } = createRequire(${JSON.stringify(resolve('package.json'))})('prom-client');
const registry = new Registry();
const registers = [registry];
const calls = Number(process.env.CALLS);
new Counter({ name: 'calls_total', help: 'Calls', labelNames: ['kind'], registers }).inc({ kind: 'read' }, calls);
new Histogram({ name: 'seconds', help: 'Their time', buckets: [1], registers }).observe(calls);
new Gauge({ name: 'open', help: 'Connections', registers }).set(1);
process.on('message', async ({ scrape }) =>
  process.send({ kiosk: 'counted', scrape, counts: await registry.getMetricsAsJSON() }));
process.send({ kiosk: 'waiting' });
`;

let folder: string;
const workers: Worker[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-counting-'));
  const exec = join(folder, 'worker.mjs');
  writeFileSync(exec, program);
  cluster.setupPrimary({ exec, execArgv: [], args: [] });
});
afterAll(async () => {
  await Promise.all(workers.map(end));
  rmSync(folder, { recursive: true });
});

async function start(calls: number): Promise<Worker> {
  const worker = cluster.fork({ CALLS: String(calls) });
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  worker.process.kill('SIGKILL');
  await gone;
}

test('what workers counted stays in the sum when they end, so that no counter falls; gauges are of those that run', async () => {
  const metrics = createWorkerMetrics();
  const [first, second] = await Promise.all([start(3), start(5)]);
  const scrape = async (...running: Worker[]) => {
    const text = await metrics(running);
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
    return [value('calls_total\\{kind="read"\\}'), value('seconds_count'), value('seconds_sum'), value('open')];
  };
  expect(await scrape(first, second)).toEqual([8, 2, 8, 2]);
  await end(first);
  expect(await scrape(second)).toEqual([8, 2, 8, 1]);
  const third = await start(2);
  expect(await scrape(second, third)).toEqual([10, 3, 10, 2]);
  await Promise.all([end(second), end(third)]);
  expect(await scrape()).toEqual([10, 3, 10, NaN]);
  expect(await metrics([])).toMatch(/^kiosk_ready 0$/m);
});
