class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

/** Pauses the n-th call before it is made, until resumed. */
export class Pause {
  private calls = 0;
  private readonly gate = new Signal();
  private readonly stopped = new Signal();

  constructor(private readonly at: number) {}

  readonly before = async (): Promise<void> => {
    this.calls += 1;
    if (this.calls !== this.at) return;
    this.stopped.give();
    await this.gate.given;
  };

  /** Resolves to false if the work finished before its n-th call. */
  async isReachedBy(work: Promise<unknown>): Promise<boolean> {
    return Promise.race([this.stopped.given.then(() => true), work.then(() => false)]);
  }

  resume(): void {
    this.gate.give();
  }
}

/** Lets each call wait for `before`. */
export function pausing<T extends object>(real: T, before: () => Promise<void>): T {
  const wrapped = Object.entries(real).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method];
    const call = async (...args: unknown[]): Promise<unknown> => {
      await before();
      return (method as (...args: unknown[]) => unknown)(...args);
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped) as T;
}
