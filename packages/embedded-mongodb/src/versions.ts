/** Which collections have changed since some moment, by their numbers. Counts on and on: what is undone has changed twice. */
export class Versions {
  private clock = 0;
  private everything = 0;
  private readonly changes = new Map<number, number>();

  get now(): number {
    return this.clock;
  }

  change(collection: number): void {
    this.changes.set(collection, ++this.clock);
  }

  /** Which collections and indexes there are. */
  changeAll(): void {
    this.everything = ++this.clock;
    this.changes.clear();
  }

  isSameSince(moment: number, collections: readonly number[]): boolean {
    return this.everything <= moment && collections.every((id) => (this.changes.get(id) ?? 0) <= moment);
  }
}
