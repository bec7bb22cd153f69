/** How a request fails, or its answer. */
export type Fault =
  /** Stripe executes the request, but the answer is lost. */
  | { readonly kind: 'lostAnswer' }
  /** The request never arrives. */
  | { readonly kind: 'lostRequest' }
  /** 500, which Stripe repeats for the same key. */
  | { readonly kind: 'failure'; readonly isDone: boolean }
  | { readonly kind: 'late'; readonly ms: number }
  /** The answer is withheld until the gate opens. */
  | { readonly kind: 'held'; readonly gate: Gate }
  /** The request is executed, but its answer is swapped with that of another request. */
  | { readonly kind: 'swapped'; readonly swap: Swap }
  /** The request is executed, but answered with the previous answer to the same method and path. */
  | { readonly kind: 'repeated' };

export class Gate {
  open!: () => void;
  private arrive!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  /** Resolves when a request waits at the gate. */
  readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));

  pass(): Promise<void> {
    this.arrive();
    return this.opened;
  }
}

/** Swaps the answers of two requests. */
export class Swap {
  private first: { readonly answer: unknown; readonly resolve: (other: unknown) => void } | null = null;

  exchange<T>(answer: T): Promise<T> {
    const { first } = this;
    if (!first) return new Promise<T>((resolve) => (this.first = { answer, resolve: resolve as never }));
    this.first = null;
    first.resolve(answer);
    return Promise.resolve(first.answer as T);
  }
}

interface Planned {
  readonly fault: Fault;
  /** Matches method and path: 'POST /v1/refunds'. */
  readonly of: RegExp;
  times: number;
}

/** Faults controlled by the test. */
export class Faults {
  private planned: Planned[] = [];
  /** Called for each request without a planned fault. */
  byChance: (request: string) => Fault | null = () => null;

  plan(of: RegExp, fault: Fault, times = 1): void {
    this.planned.push({ of, fault, times });
  }

  /** Holds the next matching request at a gate. */
  hold(of: RegExp): Gate {
    const gate = new Gate();
    this.plan(of, { kind: 'held', gate });
    return gate;
  }

  /** Swaps the answers to the next two matching requests. */
  swap(of: RegExp): void {
    this.plan(of, { kind: 'swapped', swap: new Swap() }, 2);
  }

  clear(): void {
    this.planned = [];
    this.byChance = () => null;
  }

  next(request: string): Fault | null {
    const planned = this.planned.find(({ of, times }) => times > 0 && of.test(request));
    if (!planned) return this.byChance(request);
    planned.times -= 1;
    return planned.fault;
  }
}
