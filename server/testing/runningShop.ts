import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { startArguments } from './startArguments';

export interface RunningShop {
  readonly url: string;
  readonly identityUrl: string;
  readonly process: ChildProcess;
  readonly spawned: SpawnedShop;
  /** Ends the shop and everything it started with SIGKILL, all at once, as a power cut would; at once where they are known. */
  kill(tree?: readonly number[]): Promise<void>;
}

export function parentOf(pid: number | string): number | null {
  try {
    // The command in parentheses may hold spaces; the fields after it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return null;
  }
}

/** The process and everything below it, by the operating system's own record. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = parentOf(entry);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const tree = [root];
  for (let index = 0; index < tree.length; index += 1) tree.push(...(children.get(tree[index] ?? 0) ?? []));
  return tree;
}

/** Whether a process is there and not only waiting to be collected by its parent. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Those of the processes that still run when the time is over; waits no longer than for the last to end. */
export async function leftOver(pids: readonly number[], withinMs: number): Promise<number[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const running = pids.filter(isRunning);
    if (running.length === 0 || performance.now() > until) return running;
    await delay(50);
  }
}

export interface SpawnedShop {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly stdout: readonly string[];
  readonly stderr: () => string;
  /** Resolves with the first match in a line for people; rejects when the shop ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

interface Spawning {
  readonly checkout?: string;
  readonly program?: readonly string[];
  /** Another Node than this one. */
  readonly node?: string;
}

/** Starts the whole product as `npm start` does, in this checkout or another, or another program; waits for nothing. */
export function spawnShop(
  dataDir: string,
  environment: Record<string, string | undefined> = {},
  { checkout = '.', program = startArguments, node = process.execPath }: Spawning = {},
): SpawnedShop {
  const child = spawn(node, program, {
    cwd: checkout,
    env: {
      ...process.env,
      // Tests write as fast as they can.
      MAX_PRODUCTS_PER_USER: '1000000',
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: '0',
      AUTH_EMULATOR_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => stdout.push(line));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return {
    process: child,
    pid: child.pid ?? 0,
    stdout,
    stderr: () => stderr.join(''),
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        };
        stdout.forEach(look);
        lines.on('line', look);
        void exited.then(({ code }) => {
          const output = [...stdout, ...stderr].join('\n');
          reject(new Error(`the shop ended with ${code} before it said ${pattern}:\n${output}`));
        });
      }),
    exited,
  };
}

/** Starts the whole product as `npm start` does and waits for its ready line. */
export async function startRunningShop(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningShop> {
  const shop = spawnShop(dataDir, environment);
  const url = (await shop.line(/Kiosk is ready: (http:\/\/\S+?)\/?$/))[1] ?? '';
  const config = (await (await fetch(`${url}/config.json`)).json()) as { authEmulatorUrl: string };
  return {
    url,
    identityUrl: config.authEmulatorUrl,
    process: shop.process,
    spawned: shop,
    async kill(tree = processTree(shop.pid)) {
      for (const pid of tree) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended between the look and the signal.
        }
      }
      await shop.exited;
    },
  };
}
