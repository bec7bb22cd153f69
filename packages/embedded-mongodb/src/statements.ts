import { toNumber, type Doc } from './values';

/**
 * The outcomes of a command's statements. A repeated retryable command runs only the statements that failed or were not
 * reached, as on MongoDB: failed statements are not recorded.
 */
export class Statements {
  private readonly outcomes: Map<number, Doc>;

  constructor(recorded: readonly Doc[] = []) {
    this.outcomes = new Map(recorded.map(({ index, outcome }) => [toNumber(index) ?? -1, outcome as Doc]));
  }

  /** Runs a statement, or returns its recorded outcome. */
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
