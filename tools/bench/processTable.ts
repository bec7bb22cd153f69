import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../server/testing/databaseAt';
import { measure, repeating, type Figures } from './measure';
import { onEveryCore, processRunning, residentMb } from './processFigures';
import { startBenchShop } from './startBenchShop';
import { materialOf } from './startContenders';
import { repeatedRequests, type WorkloadId } from './workloads';

export interface StartRow {
  /** The first start in a folder creates the demo shop. */
  readonly isFirst: boolean;
  /** Milliseconds from `npm start` to the first page with products in its HTML. */
  readonly firstPageMs: number;
}

const longestStartMs = 60_000;
const pollEveryMs = 5;

/** Repeats `npm start` in one new folder, with the checkout's present builds. */
export async function measureStarts(times: number, onRow: (row: StartRow) => void): Promise<StartRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-start-'));
  const rows: StartRow[] = [];
  try {
    for (let number = 0; number < times; number += 1) {
      const row = { isFirst: number === 0, firstPageMs: await startOnce(join(folder, 'data')) };
      rows.push(row);
      onRow(row);
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, AUTH_EMULATOR_PORT: '0', DATA_DIR: dataDir };
  const startedAt = performance.now();
  const [command, args] = onEveryCore('npm', ['start']);
  const child = spawn(command, args, { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const ended = new AbortController();
  void exited.then(() => ended.abort());
  try {
    await firstPage(
      `http://127.0.0.1:${port}/products`,
      AbortSignal.any([ended.signal, AbortSignal.timeout(longestStartMs)]),
    );
    return performance.now() - startedAt;
  } finally {
    const shop = processRunning('start.mjs', child.pid ?? 0);
    if (shop !== null) process.kill(shop, 'SIGTERM');
    await exited;
  }
}

async function firstPage(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const html = await fetch(url, { signal }).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    );
    if (html.includes('<article')) return;
    await delay(pollEveryMs);
  }
}

export interface MemoryRow {
  /** null: before the first workload. */
  readonly workload: WorkloadId | null;
  readonly residentMb: number;
  readonly figures: Figures | null;
}

export const memoryConnections = 64;

/** Runs the workloads repeatedly against one API process, so that memory left by one is included in the next. */
export async function measureMemory(
  { workloads, seconds, rounds, products, people }: MemorySettings,
  onRow: (row: MemoryRow) => void,
): Promise<MemoryRow[]> {
  const shop = await startBenchShop({ products, people });
  const rows: MemoryRow[] = [];
  const add = (row: MemoryRow) => {
    rows.push(row);
    onRow(row);
  };
  try {
    const material = await materialOf(shop, products);
    add({ workload: null, residentMb: residentMb(shop.pid), figures: null });
    for (let round = 0; round < rounds; round += 1) {
      for (const workload of workloads) {
        await shop.emptyStores();
        const next = repeating(repeatedRequests(workload, material), shop.port);
        const figures = await measure(shop, { connections: memoryConnections, seconds, next });
        add({ workload, residentMb: figures.residentMb, figures });
      }
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

interface MemorySettings {
  readonly workloads: readonly WorkloadId[];
  readonly seconds: number;
  readonly rounds: number;
  readonly products: number;
  readonly people: number;
}
