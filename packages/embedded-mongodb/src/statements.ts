import { toNumber, type Doc } from './values';

/**
 * What the statements of one command did. A retryable command that comes again does only those that failed or were never
 * reached, as MongoDB does: a failed statement leaves no record.
 */
export class Statements {
  private readonly outcomes: Map<number, Doc>;

  constructor(recorded: readonly Doc[] = []) {
    this.outcomes = new Map(recorded.map(({ index, outcome }) => [toNumber(index) ?? -1, outcome as Doc]));
  }

  /** Runs a statement, or gives the outcome it had. */
  run<T extends object>(index: number, action: () => T): T {
    const known = this.outcomes.get(index);
    if (known) return known as T;
    const outcome = action();
    this.outcomes.set(index, outcome as Doc);
    return outcome;
  }

  toRecord(): Doc[] {
    return [...this.outcomes].map(([index, outcome]) => ({ index, outcome }));
  }
}
