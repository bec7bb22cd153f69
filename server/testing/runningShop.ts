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
  /**
   * Kills the shop and everything it has started with SIGKILL at once, like a power cut; immediately if the tree is
   * given.
   */
  kill(tree?: readonly number[]): Promise<void>;
}

export function parentOf(pid: number | string): number | null {
  try {
    // The command in parentheses may contain spaces; the fields after it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return null;
  }
}

/** The process and its descendants, according to the operating system. */
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

/** Whether a process runs and is not just a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The processes that still run after this time; returns early when the last one has ended. */
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
  /** Resolves to the first match in a line of standard output or error; rejects if the shop ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

interface Spawning {
  readonly checkout?: string;
  readonly program?: readonly string[];
  /** Another Node executable than this one. */
  readonly node?: string;
}

/** Starts the whole product like `npm start`, in this checkout or another, or another program; waits for nothing. */
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
  const errorLines = createInterface({ input: child.stderr });
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
        [...stdout, ...stderr.join('').split('\n').slice(0, -1)].forEach(look);
        for (const each of [lines, errorLines]) each.on('line', look);
        void exited.then(({ code }) => {
          const output = [...stdout, ...stderr].join('\n');
          reject(new Error(`the shop ended with ${code} before it said ${pattern}:\n${output}`));
        });
      }),
    exited,
  };
}

/** Starts the whole product like `npm start` and waits for its ready line. */
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
          // It ended before the signal.
        }
      }
      await shop.exited;
    },
  };
}
