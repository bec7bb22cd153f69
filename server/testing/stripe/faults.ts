/** What becomes of a request beside its answer. */
export type Fault =
  /** Stripe has done it, and nobody is told. */
  | { readonly kind: 'lostAnswer' }
  /** It never arrives. */
  | { readonly kind: 'lostRequest' }
  /** 500, which Stripe answers again to whoever repeats the key. */
  | { readonly kind: 'failure'; readonly isDone: boolean }
  | { readonly kind: 'late'; readonly ms: number }
  /** It is not answered until the gate opens. */
  | { readonly kind: 'held'; readonly gate: Gate }
  /** It is carried out, and answered with what another one was to be answered, and the other way round. */
  | { readonly kind: 'swapped'; readonly swap: Swap }
  /** It is carried out, and answered with what the request before it of the same method and path was answered. */
  | { readonly kind: 'repeated' };

export class Gate {
  open!: () => void;
  private arrive!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  /** Resolves when something stands before it. */
  readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));

  pass(): Promise<void> {
    this.arrive();
    return this.opened;
  }
}

/** Of two requests. */
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
  /** Of method and path: 'POST /v1/refunds'. */
  readonly of: RegExp;
  times: number;
}

/** What a test has in its hands. */
export class Faults {
  private planned: Planned[] = [];
  /** Asked for each request that nothing is planned for. */
  byChance: (request: string) => Fault | null = () => null;

  plan(of: RegExp, fault: Fault, times = 1): void {
    this.planned.push({ of, fault, times });
  }

  /** The gate before the next such request. */
  hold(of: RegExp): Gate {
    const gate = new Gate();
    this.plan(of, { kind: 'held', gate });
    return gate;
  }

  /** The answers to the next two such requests. */
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
