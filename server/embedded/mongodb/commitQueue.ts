import type { Store } from './store';

interface Job {
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * One writer. Whatever waits when a commit ends is run in the next transaction, each command in a child transaction of its
 * own, and answered when the whole is on disk: many writers share one sync.
 */
export class CommitQueue {
  private waiting: Job[] = [];
  private running = false;
  private idle: (() => void) | undefined;

  constructor(
    private readonly store: Store,
    private readonly afterUndo: () => void,
  ) {}

  run<T>(action: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run: action, resolve: resolve as (value: unknown) => void, reject });
      if (!this.running) void this.drain();
    });
  }

  /** Resolves when nothing is waiting or running. */
  async settled(): Promise<void> {
    if (this.running) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  private async drain(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const jobs = this.waiting;
      this.waiting = [];
      await this.commit(jobs);
    }
    this.running = false;
    this.idle?.();
  }

  private async commit(jobs: Job[]): Promise<void> {
    const answers: (() => void)[] = [];
    try {
      await this.store.env.transaction(() => {
        for (const job of jobs) answers.push(this.execute(job));
      });
    } catch (error) {
      this.afterUndo();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  private execute(job: Job): () => void {
    try {
      let value: unknown;
      void this.store.env.childTransaction(() => {
        value = job.run();
      });
      return () => job.resolve(value);
    } catch (error) {
      this.afterUndo();
      return () => job.reject(error);
    }
  }
}
