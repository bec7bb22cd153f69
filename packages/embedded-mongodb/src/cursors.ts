import { randomBytes } from 'node:crypto';
import { Long } from 'bson';
import { MongoServerError } from './errors';

/** Encoded documents; null marks a point where the consumer may yield to the event loop. */
export type ByteStream = Iterator<Uint8Array | null, void, void>;

export interface Cursor {
  id: Long;
  namespace: string;
  stream: ByteStream;
  /** A document that was read but did not fit into the last batch. */
  overflow: Uint8Array | undefined;
  lastUsed: number;
}

const idleMs = 10 * 60_000;
const sliceMs = 15;
const maxBatchBytes = 16 * 1024 * 1024;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Consumes a stream and yields to the event loop every few milliseconds. */
export async function forEachPaused<T>(
  stream: Iterator<T | null, void, void>,
  each: (item: T) => boolean,
  deadline = Infinity,
): Promise<boolean> {
  let until = performance.now() + sliceMs;
  for (let step = 1; ; step++) {
    const { value, done } = stream.next();
    if (done) return true;
    if (value !== null && value !== undefined && !each(value)) return false;
    if (step % 64 !== 0 || performance.now() < until) continue;
    if (performance.now() > deadline) throw new MongoServerError('MaxTimeMSExpired', 'operation exceeded time limit');
    await nextTurn();
    until = performance.now() + sliceMs;
  }
}

export class Cursors {
  private readonly open = new Map<string, Cursor>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly now: () => number = Date.now) {
    this.timer = setInterval(() => this.dropIdle(), 60_000).unref();
  }

  get size(): number {
    return this.open.size;
  }

  dropIdle(): void {
    for (const [key, cursor] of this.open) if (this.now() - cursor.lastUsed > idleMs) this.open.delete(key);
  }

  close(): void {
    clearInterval(this.timer);
    this.open.clear();
  }

  make(namespace: string, stream: ByteStream): Cursor {
    return { id: Long.ZERO, namespace, stream, overflow: undefined, lastUsed: this.now() };
  }

  find(id: Long, namespace: string): Cursor {
    const cursor = this.open.get(id.toString());
    if (!cursor) throw new MongoServerError('CursorNotFound', `cursor id ${id.toString()} not found`);
    if (cursor.namespace !== namespace) {
      throw new MongoServerError(
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    return cursor;
  }

  kill(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  dropNamespace(matches: (namespace: string) => boolean): void {
    for (const [key, cursor] of this.open) if (matches(cursor.namespace)) this.open.delete(key);
  }

  /** The next batch; the cursor's id is 0 once it is exhausted. */
  async nextBatch(cursor: Cursor, size: number, keepOpen = true, deadline = Infinity): Promise<Uint8Array[]> {
    const batch: Uint8Array[] = [];
    let bytes = 0;
    this.open.delete(cursor.id.toString());
    if (cursor.overflow) {
      batch.push(cursor.overflow);
      bytes = cursor.overflow.length;
      cursor.overflow = undefined;
    }
    let done = false;
    if (batch.length < size) {
      done = await forEachPaused(
        cursor.stream,
        (document) => {
          if (batch.length > 0 && bytes + document.length > maxBatchBytes) {
            cursor.overflow = document;
            return false;
          }
          bytes += document.length;
          return batch.push(document) < size;
        },
        deadline,
      );
    }
    if (done || !keepOpen) cursor.id = Long.ZERO;
    else this.register(cursor);
    return batch;
  }

  private register(cursor: Cursor): void {
    if (cursor.id.isZero()) cursor.id = Long.fromBigInt(randomBytes(8).readBigInt64BE() & 0x7fffffffffffffffn, false);
    cursor.lastUsed = this.now();
    this.open.set(cursor.id.toString(), cursor);
  }
}
