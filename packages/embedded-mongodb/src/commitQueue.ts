import type { Store } from './store';

interface Job {
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A single writer with group commit: all commands that arrive within a turn of the event loop run in one transaction,
 * each in its own child transaction, and are answered after the common sync. The commit is synchronous, so that no
 * command can be left waiting between two threads.
 */
export class CommitQueue {
  private waiting: Job[] = [];

  /** `savepoint` runs before each command and returns its undo of the in-memory state; `reset` drops that state. */
  constructor(
    private readonly store: Store,
    private readonly savepoint: () => () => void,
    private readonly reset: () => void,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  run<T>(action: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: action, resolve: resolve as (value: unknown) => void, reject });
      if (this.waiting.length === 1) setImmediate(() => this.commit());
    });
  }

  /** Resolves when all queued commands are answered. */
  async settled(): Promise<void> {
    if (this.waiting.length > 0) await this.run(() => undefined);
  }

  private commit(): void {
    const jobs = this.waiting;
    this.waiting = [];
    const replies: (() => void)[] = [];
    try {
      this.store.env.transactionSync(() => {
        for (const job of jobs) replies.push(this.execute(job));
      });
    } catch (error) {
      for (const job of jobs) job.reject(error);
      this.reset();
      return;
    }
    for (const reply of replies) reply();
  }

  private execute(job: Job): () => void {
    const undo = this.savepoint();
    try {
      let value: unknown;
      void this.store.env.childTransaction(() => {
        value = job.run();
      });
      return () => job.resolve(value);
    } catch (error) {
      undo();
      return () => job.reject(error);
    }
  }
}
