/**
 * The number of documents of each collection, by its number: counted on first use, because counting scans all keys, and
 * updated by every later insert and delete.
 */
export class DocumentCounts {
  private known = new Map<number, number>();

  of(collection: number, count: () => number): number {
    const known = this.known.get(collection) ?? count();
    this.known.set(collection, known);
    return known;
  }

  /** Adjusts a count by one. */
  change(collection: number, by: 1 | -1): void {
    const known = this.known.get(collection);
    if (known !== undefined) this.known.set(collection, known + by);
  }

  /** Saves the counts before a change and returns an undo for a rollback. */
  mark(): () => void {
    const before = new Map(this.known);
    return () => void (this.known = before);
  }

  clear(): void {
    this.known.clear();
  }
}
