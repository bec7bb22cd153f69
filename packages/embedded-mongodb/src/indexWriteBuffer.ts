/** Sorted keys, concatenated in one buffer, so that the garbage collector does not traverse them. */
interface Run {
  bytes: Buffer;
  /** The start of each key, and the end of the last one. */
  offsets: Uint32Array;
  count: number;
  /** The number of keys taken. */
  at: number;
  /** The lowest remaining key as a Latin-1 string, which is the fastest form to compare. */
  head: string;
}

export interface KeyWindow {
  /** The first key in scan direction. */
  from: Buffer;
  end: Buffer;
  reverse: boolean;
  exclusiveStart: boolean;
}

/** Restores the state of before when the transaction of a change is rolled back. */
export type Undo = () => void;

const maxBytes = 96 * 1024 * 1024;
const maxRuns = 64;
const offsetBytes = 4;

const keyAt = ({ bytes, offsets }: Run, i: number): Buffer => bytes.subarray(offsets[i], offsets[i + 1]);

function packRun(keys: readonly Buffer[]): Run {
  const texts = keys.map((key) => key.toString('latin1')).sort();
  const bytes = Buffer.allocUnsafeSlow(keys.reduce((sum, key) => sum + key.length, 0));
  const offsets = new Uint32Array(texts.length + 1);
  let end = 0;
  texts.forEach((text, i) => {
    end += bytes.write(text, end, 'latin1');
    offsets[i + 1] = end;
  });
  return { bytes, offsets, count: texts.length, at: 0, head: texts[0] ?? '' };
}

/** The index of the first remaining key of a run that is not below a key. */
function lowerBound(run: Run, key: Buffer): number {
  let low = run.at;
  let high = run.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = run.bytes.compare(key, 0, key.length, run.offsets[middle], run.offsets[middle + 1]);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A buffer of index entries that are not in the B-tree yet, as one sorted run for each batch. Flushing takes them
 * merged in key order; until then readers see them through `read`.
 */
export class IndexWriteBuffer {
  /** Sorted by head, ascending. */
  private runs: Run[] = [];
  private readonly removed = new Set<string>();
  private removals: string[] = [];
  private count = 0;
  private bytes = 0;

  get size(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.bytes >= maxBytes || this.runs.length >= maxRuns;
  }

  add(keys: readonly Buffer[]): void {
    if (keys.length === 0) return;
    const run = packRun(keys);
    this.runs.unshift(run);
    this.settle(run);
    this.count += run.count;
    this.bytes += run.bytes.length + run.count * offsetBytes;
  }

  /** Moves the first run to its position by head. */
  private settle(run: Run): void {
    let i = 1;
    for (let next = this.runs[i]; next && next.head < run.head; next = this.runs[++i]) this.runs[i - 1] = next;
    this.runs[i - 1] = run;
  }

  takeLowest(): Buffer | undefined {
    for (let run = this.runs[0]; run; run = this.runs[0]) {
      const key = keyAt(run, run.at);
      const isRemoved = this.removed.size > 0 && this.removed.has(run.head);
      this.advance(run);
      if (!isRemoved) return key;
    }
    return undefined;
  }

  private advance(run: Run): void {
    run.at++;
    this.count--;
    if (run.at < run.count) {
      run.head = keyAt(run, run.at).toString('latin1');
      this.settle(run);
    } else this.runs.shift();
    if (this.runs.length === 0) this.bytes = 0;
  }

  /** Removes an entry of a changed document, which must never be written to the B-tree. */
  remove(key: Buffer): void {
    if (this.count === 0) return;
    const isBuffered = this.runs.some((run) => {
      const i = lowerBound(run, key);
      return i < run.count && keyAt(run, i).equals(key);
    });
    if (!isBuffered) return;
    const text = key.toString('latin1');
    if (this.removed.has(text)) return;
    this.removed.add(text);
    this.removals.push(text);
  }

  /** The first keys of a window in scan order; fewer than `limit` only if no more exist. */
  read(window: KeyWindow, limit: number): Buffer[] {
    const found: Buffer[] = [];
    for (const run of this.runs) this.readRun(run, window, limit, found);
    found.sort(window.reverse ? (a, b) => b.compare(a) : (a, b) => a.compare(b));
    return found.slice(0, limit);
  }

  private readRun(run: Run, { from, end, reverse, exclusiveStart }: KeyWindow, limit: number, found: Buffer[]): void {
    let i = lowerBound(run, from);
    const isStart = i < run.count && keyAt(run, i).equals(from);
    if (reverse) i = isStart && !exclusiveStart ? i : i - 1;
    else if (isStart && exclusiveStart) i++;
    const stop = lowerBound(run, end);
    const step = reverse ? -1 : 1;
    for (let n = 0; n < limit && (reverse ? i >= stop : i < stop); i += step) {
      const key = keyAt(run, i);
      if (this.removed.size > 0 && this.removed.has(key.toString('latin1'))) continue;
      found.push(key);
      n++;
    }
  }

  /** Saves the state before a change and returns an undo for a rollback. */
  savepoint(): Undo {
    this.removals = [];
    if (this.runs.length === 0) this.removed.clear();
    const { runs, count, bytes } = this;
    const states = runs.map((run) => ({ run, at: run.at, head: run.head }));
    this.runs = [...runs];
    return () => {
      for (const { run, at, head } of states) Object.assign(run, { at, head });
      for (const text of this.removals) this.removed.delete(text);
      Object.assign(this, { runs, count, bytes });
    };
  }

  clear(): void {
    this.runs = [];
    this.removed.clear();
    this.count = 0;
    this.bytes = 0;
  }
}
