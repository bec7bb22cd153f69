import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';

export interface EmbeddedMongoProcess {
  uri: string;
  pid: number;
  /** Closes the database cleanly; resolves when its process is gone. */
  stop(): Promise<void>;
  onExit(callback: (code: number | null, signal: NodeJS.Signals | null) => void): void;
}

export interface EmbeddedMongoOptions {
  dataDir: string;
  port?: number;
  /** Whether clients may make commands fail. */
  testCommands?: boolean;
  /** The program's bundle; without one it is the one that was built beside this program, or made from the sources. */
  entry?: string;
  /** Is given each line that it prints; without it, they go to standard error. */
  onOutput?: (line: string) => void;
}

/** There when this runs as part of a bundle (tools/scripts/buildServer.mjs). */
const builtBeside = fileURLToPath(new URL('embedded-mongodb.js', import.meta.url));
const killAfterMs = 5000;

/** Else V8 makes some of what belongs to one command in old space (note 0023). */
const nodeOptions = ['--no-allocation-site-pretenuring'];

/** What a file that is shorter than its pages ends in: the kernel ends who reads behind its end. */
function advice(signal: NodeJS.Signals | null): string {
  const isTorn = signal === 'SIGBUS' || signal === 'SIGSEGV';
  return isTorn ? ': its data file is cut or damaged, restore a backup (npm run restore -- FILE)' : '';
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type?: string; uri?: string; message?: string }) => {
      if (message.type === 'ready' && message.uri) resolve(message.uri);
      if (message.type === 'failed') reject(new Error(message.message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the embedded database ended (${signal ?? code}) before it was ready${advice(signal)}`)),
    );
  });
}

/** Starts the database in a process of its own, which ends with this one. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongoProcess> {
  const entry = options.entry ?? (existsSync(builtBeside) ? builtBeside : await bundleEmbeddedMongo());
  const args = ['--port', String(options.port ?? 0), '--data', options.dataDir];
  if (options.testCommands) args.push('--test-commands');
  const child = spawn(process.execPath, [...nodeOptions, entry, ...args], {
    stdio: ['ignore', 'ignore', options.onOutput ? 'pipe' : 'inherit', 'ipc'],
    // A Ctrl-C in the terminal reaches the whole foreground group: the parent decides when the database stops.
    detached: true,
  });
  if (child.stderr && options.onOutput) createInterface({ input: child.stderr }).on('line', options.onOutput);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const uri = await ready(child);
  return {
    uri,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await exited;
      clearTimeout(timer);
    },
    onExit: (callback) => void child.once('exit', callback),
  };
}
