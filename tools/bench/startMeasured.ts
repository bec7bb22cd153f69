import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startArguments } from '../../server/testing/startArguments';
import { moveToServerCore } from './processFigures';

export interface MeasuredProcess {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts a Node process that ends with this one, however this one ends. */
export function spawnNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
  cwd = process.cwd(),
): ChildProcess {
  const child = spawn(process.execPath, args, { env, stdio, cwd });
  const end = () => child.kill('SIGTERM');
  const endAll = () => process.exit(1);
  process.once('exit', end).once('SIGINT', endAll).once('SIGTERM', endAll);
  child.once('exit', () => process.off('exit', end).off('SIGINT', endAll).off('SIGTERM', endAll));
  return child;
}

const nodeOptions = startArguments.filter((argument) => argument.startsWith('-'));
const outFolder = join('dist', 'bench');

/** Bundled like the shop's server: a loader that compiles at run time would slow them down. */
export async function buildServers(): Promise<void> {
  await build({
    entryPoints: ['bare', 'plain', 'small'].map((name) => join('tools', 'bench', 'servers', `${name}.ts`)),
    outdir: outFolder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
}

/** Starts a server for comparison, with the same Node options. */
export async function startServer(name: 'bare' | 'plain' | 'small', args: readonly string[]): Promise<MeasuredProcess> {
  const child = spawnNode(
    [...nodeOptions, join(outFolder, `${name}.js`), ...args],
    { ...process.env, NODE_ENV: 'production' },
    ['ignore', 'inherit', 'inherit', 'ipc'],
  );
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server '${name}' ended with ${String(code)} before it listened`);
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => undefined);
  const pid = child.pid ?? 0;
  moveToServerCore(pid);
  return {
    port,
    pid,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
