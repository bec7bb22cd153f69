import { existsSync, mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AccountJournal } from './accountJournal';
import { AccountSync } from './accountSync';
import { EmulatorApi, type DemoAccount, type OobCode } from './emulatorApi';
import { defaultFirebaseBin, startEmulatorProcess, type EmulatorProcess } from './emulatorProcess';
import { createIdentityProxy } from './identityProxy';
import { restoreAccounts } from './restoreAccounts';

export interface IdentityEmulatorOptions {
  /** DATA_DIR; the accounts are stored in its folder `identity`. */
  readonly dataDir: string;
  /** AUTH_EMULATOR_PORT; 0 selects a free port. */
  readonly port: number;
  readonly projectId: string;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn'>;
  /** Created with a verified e-mail unless an account with that e-mail exists. */
  readonly demoAccounts: readonly DemoAccount[];
  /** The origin of the shop's pages, if it is not a loopback address. */
  readonly pageOrigin?: string | null;
  /** The path of the firebase-tools CLI. */
  readonly firebaseBin?: string;
  /** Called after an account's change is on disk. */
  readonly onAccountChange?: (uid: string) => void;
  /** Consecutive unanswered pings, one or two seconds apart, after which a hanging emulator is replaced. */
  readonly pingsBeforeRestart?: number;
}

export interface IdentityEmulator {
  /** Resolves when the emulator responds for the first time with all accounts restored. */
  readonly ready: Promise<void>;
  /** Host and port, in the format of FIREBASE_AUTH_EMULATOR_HOST. */
  readonly host: string;
  /** The emulator's process id, or null while no process runs. */
  pid(): number | null;
  stop(): Promise<void>;
  outbox(): Promise<OobCode[]>;
}

const sweepMs = 1_000;
const maxBackoffMs = 10_000;
const stableAfterMs = 60_000;
const pingsBeforeRestart = 8;

/** Resolves as soon as the port is open; the emulator behind it needs seconds more. */
export async function startIdentityEmulator(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  const folder = resolve(options.dataDir, 'identity');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const firebaseBin = options.firebaseBin ?? defaultFirebaseBin();
  if (!existsSync(firebaseBin)) throw new Error(`The Firebase CLI is not at ${firebaseBin}: run npm ci.`);
  const journal = await AccountJournal.open(join(folder, 'accounts.journal'));
  const supervisor = new EmulatorSupervisor({ ...options, folder, firebaseBin }, journal);
  const proxy = createIdentityProxy({
    journal,
    sync: supervisor.sync,
    upstream: () => supervisor.openAddress,
    pageOrigin: options.pageOrigin ?? null,
    onError: (error) => options.log.warn({ err: error }, 'A call to the identity emulator failed'),
  });
  try {
    await listen(proxy, options.port);
  } catch (error) {
    await journal.close();
    throw error;
  }
  supervisor.start();
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const stop = async () => {
    proxy.close();
    await supervisor.stop();
    proxy.closeAllConnections();
    await journal.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    ready: supervisor.ready,
    host,
    pid: () => supervisor.pid,
    outbox: () => supervisor.outbox(host),
    stop: () => (stopped ??= stop()),
  };
}

interface SupervisorSettings extends IdentityEmulatorOptions {
  readonly folder: string;
  readonly firebaseBin: string;
}

/** Keeps one emulator running, with every account of the journal. */
class EmulatorSupervisor {
  readonly sync: AccountSync;
  readonly ready: Promise<void>;
  openAddress: string | null = null;
  private readonly settings: SupervisorSettings;
  private readonly journal: AccountJournal;
  private readonly stopping = new AbortController();
  private markReady: () => void = () => undefined;
  private process: EmulatorProcess | null = null;
  private api: EmulatorApi | null = null;
  private unanswered = 0;
  private loops: Promise<unknown> = Promise.resolve();

  constructor(settings: SupervisorSettings, journal: AccountJournal) {
    this.settings = settings;
    this.journal = journal;
    this.sync = new AccountSync(journal, settings.onAccountChange ?? (() => undefined));
    this.ready = new Promise((resolve) => (this.markReady = resolve));
  }

  get pid(): number | null {
    return this.process?.pid ?? null;
  }

  start(): void {
    this.loops = Promise.all([this.keepRunning(), this.keepSweeping()]);
  }

  async stop(): Promise<void> {
    if (this.openAddress !== null) await this.sync.sweep().catch(() => undefined);
    this.openAddress = null;
    this.stopping.abort();
    await this.process?.stop();
    await this.loops;
  }

  async outbox(publicHost: string): Promise<OobCode[]> {
    const [api, address] = [this.api, this.openAddress];
    if (!api || address === null) return [];
    const codes = await api.oobCodes();
    return codes.map((code) => ({ ...code, oobLink: code.oobLink.replace(address, publicHost) }));
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepRunning(): Promise<void> {
    let failures = 0;
    while (!this.stopped) {
      const startedAt = Date.now();
      const reason = await this.runOnce().catch((error: unknown) => String(error));
      this.openAddress = null;
      this.api = null;
      this.sync.detach();
      if (this.stopped) return;
      failures = Date.now() - startedAt > stableAfterMs ? 1 : failures + 1;
      const wait = Math.min(maxBackoffMs, 125 * 2 ** failures);
      this.settings.log.warn({ reason, wait }, 'The identity emulator stopped; starting it again');
      await this.pause(wait);
    }
  }

  /** Runs the emulator until it exits and returns the reason. */
  private async runOnce(): Promise<string> {
    const { folder, projectId, firebaseBin, log } = this.settings;
    const startedAt = Date.now();
    const emulator = await startEmulatorProcess({
      folder,
      projectId,
      firebaseBin,
      onOutput: (line) => log.debug({ err: line }, 'It printed'),
    });
    this.process = emulator;
    try {
      if (this.stopped) return 'stopping';
      await emulator.waitUntilReady();
      const address = `${emulator.host}:${emulator.port}`;
      const api = new EmulatorApi(address, projectId);
      const refusedUids = await restoreAccounts(api, this.journal, this.settings.demoAccounts, log);
      this.sync.attach(api, refusedUids);
      await this.sync.persist('all');
      this.api = api;
      this.openAddress = address;
      this.markReady();
      log.info({ accounts: this.journal.size, ms: Date.now() - startedAt }, 'The identity emulator is ready');
      return await emulator.ended;
    } finally {
      await emulator.stop();
      this.process = null;
    }
  }

  private async keepSweeping(): Promise<void> {
    while (!this.stopped) {
      const sweepDuration = (await this.isResponding()) ? await this.sweep() : 0;
      // Limit the share of time that the emulator spends on listing many accounts.
      await this.pause(Math.max(sweepMs, 5 * sweepDuration));
    }
  }

  /** Pings the emulator; ends its process after too many unanswered pings. */
  private async isResponding(): Promise<boolean> {
    if (!this.api) return false;
    const isUp = await this.api.isResponding();
    this.unanswered = isUp ? 0 : this.unanswered + 1;
    if (this.unanswered < (this.settings.pingsBeforeRestart ?? pingsBeforeRestart)) return isUp;
    this.unanswered = 0;
    await this.process?.stop();
    return false;
  }

  /** Returns the duration of a full comparison. */
  private async sweep(): Promise<number> {
    const startedAt = Date.now();
    try {
      await this.sync.sweep();
      return Date.now() - startedAt;
    } catch (error) {
      this.settings.log.debug({ err: error }, 'Accounts not compared');
      return 0;
    }
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code ?? error.message})`;
      reject(new Error(`AUTH_EMULATOR_PORT ${port} ${reason}; set another one.`));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}
