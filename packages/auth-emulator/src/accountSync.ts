import type { AccountJournal } from './accountJournal';
import type { EmulatorApi } from './emulatorApi';

/** The accounts that a call changed; 'all' when only a full comparison finds them. */
export type AffectedAccounts = 'all' | readonly string[];

interface Batch {
  all: boolean;
  readonly uids: Set<string>;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Copies changed accounts from the emulator to the journal, one batch at a time: a call during a running batch joins
 * the next one, so a record read earlier never overwrites one read later, and concurrent callers share one flush.
 */
export class AccountSync {
  private readonly journal: AccountJournal;
  private readonly onChange: (uid: string) => void;
  private readonly refusedUids = new Set<string>();
  private api: EmulatorApi | null = null;
  private waiting: Batch | null = null;
  private running = false;
  private dirty = false;

  constructor(journal: AccountJournal, onChange: (uid: string) => void) {
    this.journal = journal;
    this.onChange = onChange;
  }

  /** The emulator refused to import `refusedUids`: these accounts stay on disk although it does not list them. */
  attach(api: EmulatorApi, refusedUids: Iterable<string>): void {
    this.api = api;
    this.refusedUids.clear();
    for (const uid of refusedUids) this.refusedUids.add(uid);
  }

  detach(): void {
    this.api = null;
  }

  /** Schedules a full comparison with the next sweep; no caller waits for it. */
  markDirty(): void {
    this.dirty = true;
  }

  /** Compares all accounts if `markDirty` was called since the last sweep. */
  async sweep(): Promise<void> {
    if (!this.dirty || !this.api) return;
    this.dirty = false;
    await this.persist('all').catch((error: unknown) => {
      this.dirty = true;
      throw error;
    });
  }

  /** Resolves when the current state of these accounts is on disk. */
  persist(affected: AffectedAccounts): Promise<void> {
    const batch = (this.waiting ??= newBatch());
    if (affected === 'all') batch.all = true;
    else for (const uid of affected) batch.uids.add(uid);
    if (!this.running) void this.run();
    return batch.done;
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let batch = this.waiting; batch; batch = this.waiting) {
      this.waiting = null;
      try {
        await this.store(batch);
        batch.resolve();
      } catch (error) {
        this.dirty = true;
        batch.reject(error);
      }
    }
    this.running = false;
  }

  private async store(batch: Batch): Promise<void> {
    const api = this.api;
    if (!api) throw new Error('The identity emulator is not running.');
    const found = batch.all ? await api.listAll() : await api.lookup([...batch.uids]);
    const present = new Set(found.map(({ localId }) => localId));
    const requested = batch.all ? this.journal.uids() : [...batch.uids];
    const removed = requested.filter((uid) => !present.has(uid) && !this.refusedUids.has(uid));
    for (const uid of await this.journal.write({ put: found, remove: removed })) this.onChange(uid);
  }
}

function newBatch(): Batch {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { all: false, uids: new Set(), done, resolve, reject };
}
