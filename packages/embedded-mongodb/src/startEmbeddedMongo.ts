import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';

export interface EmbeddedMongoProcess {
  uri: string;
  pid: number;
  /** Closes the database cleanly; resolves when its process has exited. */
  stop(): Promise<void>;
  onExit(callback: (code: number | null, signal: NodeJS.Signals | null) => void): void;
}

export interface EmbeddedMongoOptions {
  dataDir: string;
  port?: number;
  /** Enables fail points (test commands). */
  testCommands?: boolean;
  /** The program's bundle; by default the one built next to this program, or one built from the sources. */
  entry?: string;
  /** Receives each line of output; by default lines go to standard error. */
  onOutput?: (line: string) => void;
}

/** Exists when this runs as part of a bundle (tools/scripts/buildServer.mjs). */
const bundledEntry = fileURLToPath(new URL('embedded-mongodb.js', import.meta.url));
const killAfterMs = 5000;

/** Otherwise V8 allocates some per-command objects in old space (note 0023). */
const nodeOptions = ['--no-allocation-site-pretenuring'];

/** Access beyond the end of a truncated data file ends the process with one of these signals. */
function damageHint(signal: NodeJS.Signals | null): string {
  const isDamaged = signal === 'SIGBUS' || signal === 'SIGSEGV';
  return isDamaged ? ': its data file is cut or damaged, restore a backup (npm run restore -- FILE)' : '';
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type?: string; uri?: string; message?: string }) => {
      if (message.type === 'ready' && message.uri) resolve(message.uri);
      if (message.type === 'failed') reject(new Error(message.message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the embedded database ended (${signal ?? code}) before it was ready${damageHint(signal)}`)),
    );
  });
}

/** Starts the database in a child process that exits with this one. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongoProcess> {
  const entry = options.entry ?? (existsSync(bundledEntry) ? bundledEntry : await bundleEmbeddedMongo());
  const args = ['--port', String(options.port ?? 0), '--data', options.dataDir];
  if (options.testCommands) args.push('--test-commands');
  const child = spawn(process.execPath, [...nodeOptions, entry, ...args], {
    stdio: ['ignore', 'ignore', options.onOutput ? 'pipe' : 'inherit', 'ipc'],
    // In its own process group, so that Ctrl-C in a terminal does not reach it: the parent decides when the database
    // stops.
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
