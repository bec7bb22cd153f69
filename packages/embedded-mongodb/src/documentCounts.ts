/**
 * How many documents each collection has, by its number. Counted when first asked for, and kept in step by every insert and
 * removal from then on: counting is a walk over all keys.
 */
export class DocumentCounts {
  private known = new Map<number, number>();

  of(collection: number, count: () => number): number {
    const known = this.known.get(collection) ?? count();
    this.known.set(collection, known);
    return known;
  }

  /** One more or one less. */
  change(collection: number, by: 1 | -1): void {
    const known = this.known.get(collection);
    if (known !== undefined) this.known.set(collection, known + by);
  }

  /** Remembers the numbers before a change, for the case that its transaction is undone. */
  mark(): () => void {
    const before = new Map(this.known);
    return () => void (this.known = before);
  }

  clear(): void {
    this.known.clear();
  }
}
