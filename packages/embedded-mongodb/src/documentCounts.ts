/**
 * The number of documents of each collection, by its number: counted on first use, because counting scans all keys, and
 * updated by every later insert and delete.
 */
export class DocumentCounts {
  private counts = new Map<number, number>();

  of(collection: number, count: () => number): number {
    const current = this.counts.get(collection) ?? count();
    this.counts.set(collection, current);
    return current;
  }

  /** Adjusts a count by one. */
  change(collection: number, by: 1 | -1): void {
    const current = this.counts.get(collection);
    if (current !== undefined) this.counts.set(collection, current + by);
  }

  /** Saves the counts before a change and returns an undo for a rollback. */
  savepoint(): () => void {
    const before = new Map(this.counts);
    return () => void (this.counts = before);
  }

  clear(): void {
    this.counts.clear();
  }
}
