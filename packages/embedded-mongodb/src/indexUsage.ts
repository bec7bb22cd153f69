/** The number of operations that used each index, by its number, since the process started or the index was built. */
export class IndexUsage {
  private readonly start = new Date();
  private readonly usage = new Map<number, { operations: number; since: Date }>();

  /** Starts the counter of a new index. */
  reset(index: number): void {
    this.usage.set(index, { operations: 0, since: new Date() });
  }

  count(index: number): void {
    const use = this.of(index);
    use.operations++;
    this.usage.set(index, use);
  }

  of(index: number): { operations: number; since: Date } {
    return this.usage.get(index) ?? { operations: 0, since: this.start };
  }
}
