const MOST_BYTES = 48 * 1024 * 1024;
/** What the engine keeps beside the characters of a text. */
const TEXT_OVERHEAD = 24;
const MOST_RUNS = 24;

interface Run {
  entries: string[];
  at: number;
}

/** Index entries that wait to be written: sorted runs, one a batch, given back merged in key order. */
export class HeldEntries {
  /** Texts of one byte a character take a third of a Buffer's memory. */
  private runs: Run[] = [];
  private count = 0;
  private bytes = 0;

  get size(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.bytes >= MOST_BYTES || this.runs.length >= MOST_RUNS;
  }

  add(entries: readonly Buffer[]): void {
    if (entries.length === 0) return;
    this.runs.push({ entries: entries.map((entry) => entry.toString('latin1')).sort(), at: 0 });
    this.count += entries.length;
    for (const entry of entries) this.bytes += entry.length + TEXT_OVERHEAD;
  }

  takeLowest(): Buffer | undefined {
    let best: Run | undefined;
    let lowest: string | undefined;
    for (const run of this.runs) {
      const head = run.entries[run.at];
      if (head === undefined || (lowest !== undefined && head >= lowest)) continue;
      best = run;
      lowest = head;
    }
    if (!best || lowest === undefined) return undefined;
    best.at++;
    if (--this.count === 0) this.clear();
    return Buffer.from(lowest, 'latin1');
  }

  clear(): void {
    this.runs = [];
    this.count = 0;
    this.bytes = 0;
  }
}
