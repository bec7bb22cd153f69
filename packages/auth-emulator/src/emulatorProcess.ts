import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmulatorApi } from './emulatorApi';
import { privateLoopbackHost } from './privateLoopbackHost';

export interface EmulatorSettings {
  readonly folder: string;
  readonly projectId: string;
  readonly firebaseBin: string;
  readonly onOutput: (line: string) => void;
}

export interface EmulatorProcess {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  /** Resolves with the reason when the process has exited. */
  readonly ended: Promise<string>;
  /** Resolves when the emulator responds; rejects when it exits before that or exceeds the time limit. */
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

const startLimitMs = 120_000;
const stopLimitMs = 1_500;
/** Its start compiles hundreds of schemas: most of that is garbage at once, and the default space holds little of it. */
const youngGeneration = '--max-semi-space-size=64';

/** The IPC channel closes when the parent exits, also by SIGKILL; the child then kills itself. */
const watchParentScript = `'use strict';\nprocess.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));\n`;

/** Resolves the CLI of firebase-tools from the bundle, under tsx or under jest. */
export function defaultFirebaseBin(): string {
  const starts = [process.argv[1], join(process.cwd(), 'package.json')].filter((path) => path !== undefined);
  for (const start of starts) {
    try {
      return createRequire(start).resolve('firebase-tools/lib/bin/firebase.js');
    } catch {
      continue;
    }
  }
  throw new Error(
    'The identity emulator (firebase-tools) is a development package and not installed: run npm ci, or set FIREBASE_PROJECT_ID.',
  );
}

export async function startEmulatorProcess(settings: EmulatorSettings): Promise<EmulatorProcess> {
  const host = await privateLoopbackHost();
  const [port = 0, hub = 0, logging = 0] = await freePorts(host, 3);
  const { folder, projectId } = settings;
  const config = join(folder, 'firebase.json');
  const watchParent = join(folder, 'watch-parent.cjs');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  writeFileSync(watchParent, watchParentScript);
  writeFileSync(config, JSON.stringify(emulatorConfig(host, { auth: port, hub, logging })));
  removeDebugLogs(folder);
  const child = spawn(
    process.execPath,
    [youngGeneration, '--require', watchParent, settings.firebaseBin].concat([
      'emulators:start',
      '--only',
      'auth',
      '--project',
      projectId,
      '--config',
      config,
    ]),
    { cwd: folder, detached: true, env: environment(folder, temporary), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  child.channel?.unref();
  forwardLines(child, settings.onOutput);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${String(code)}`));
  });
  return {
    pid: child.pid ?? 0,
    host,
    port,
    ended,
    waitUntilReady: () => waitUntilResponding(new EmulatorApi(`${host}:${port}`, projectId), ended),
    stop: () => stopGroup(child, ended),
  };
}

function emulatorConfig(host: string, ports: Record<'auth' | 'hub' | 'logging', number>): unknown {
  const at = (port: number) => ({ host, port });
  const { auth, hub, logging } = ports;
  return {
    emulators: { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false }, singleProjectMode: true },
  };
}

/** Isolates the emulator from the user's Firebase settings and from the network. */
function environment(folder: string, temporary: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(FIREBASE_|GOOGLE_|GCLOUD_|NODE_OPTIONS$|JEST_|DEBUG$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    FORCE_COLOR: '0',
    NODE_ENV: 'production',
    XDG_CONFIG_HOME: join(folder, 'config'),
    TMPDIR: temporary,
  };
}

function removeDebugLogs(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^firebase-debug.*\.log$/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

function forwardLines(child: ChildProcess, onOutput: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      for (const line of text.split('\n').map((part) => part.trim())) {
        // Links with an oobCode authenticate their holder: keep them out of the log.
        if (line !== '' && !line.includes('oobCode=')) onOutput(line.slice(0, 500));
      }
    });
  }
}

async function waitUntilResponding(api: EmulatorApi, ended: Promise<string>): Promise<void> {
  const limit = Date.now() + startLimitMs;
  let reason: string | null = null;
  void ended.then((text) => (reason = text));
  while (!(await api.isResponding())) {
    if (reason !== null) throw new Error(`The identity emulator ${String(reason)} before it answered.`);
    if (Date.now() > limit) throw new Error('The identity emulator did not answer in time.');
    await delay(100);
  }
}

async function stopGroup(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child.pid, 'SIGTERM');
  const late = new AbortController();
  const timer = delay(stopLimitMs, 'late' as const, { signal: late.signal }).catch(() => 'stopped' as const);
  const first = await Promise.race([ended, timer]);
  late.abort();
  if (first === 'late') {
    signalGroup(child.pid, 'SIGKILL');
    await ended;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Opens all ports before it closes any, so that they differ. */
async function freePorts(host: string, count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, host, resolve);
      });
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
