import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface RunningShop {
  readonly url: string;
  readonly identityUrl: string;
  readonly process: ChildProcess;
  /** Ends the shop and everything it started with SIGKILL, all at once, as a power cut would. */
  kill(): Promise<void>;
}

function parentOf(pid: string): number | null {
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

/** Starts the whole product as `npm start` does and waits for its ready line. */
export async function startRunningShop(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningShop> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: '0',
      AUTH_EMULATOR_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(`${line}\n`);
      const ready = /Kiosk is ready: (http:\/\/\S+)/.exec(line);
      if (ready?.[1]) resolve(ready[1].replace(/\/$/, ''));
    });
    child.once('exit', (code) =>
      reject(new Error(`the shop ended with ${code} before it was ready:\n${output.join('')}`)),
    );
  });
  const config = (await (await fetch(`${url}/config.json`)).json()) as { authEmulatorUrl: string };
  return {
    url,
    identityUrl: config.authEmulatorUrl,
    process: child,
    async kill() {
      for (const pid of processTree(child.pid ?? 0)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended between the look and the signal.
        }
      }
      await exited;
    },
  };
}
