import { afterPrefix, type Store } from './store';

const markerRange = { start: Buffer.from('t'), end: Buffer.from('u') };
const sliceKeys = 4000;
/** The time limit of one step, in which other commands wait. */
const sliceMs = 25;

type Kind = 'records' | 'entries';

/**
 * The rows of dropped collections and indexes. Their numbers are never reused, so nothing can read them; they are
 * deleted in small background transactions.
 */
export class DeferredDeletes {
  constructor(private readonly store: Store) {}

  /** Schedules all rows with this prefix for deletion, within the transaction of the drop. */
  add(kind: Kind, prefix: Buffer): void {
    this.store.catalog.putSync(Buffer.concat([markerRange.start, Buffer.from(kind[0] ?? ''), prefix]), prefix);
  }

  get isEmpty(): boolean {
    return this.store.catalog.getKeysCount({ ...markerRange, limit: 1 }) === 0;
  }

  /** Deletes a part, within a write transaction. */
  sweep(): void {
    const [marker] = [...this.store.catalog.getRange({ ...markerRange, limit: 1 })];
    if (!marker) return;
    const prefix = Buffer.from(marker.value);
    const table = marker.key[1] === 'r'.charCodeAt(0) ? this.store.records : this.store.entries;
    const range = { start: prefix, end: afterPrefix(prefix), limit: sliceKeys };
    const keys = [...table.getKeys(range)].map((key) => Buffer.from(key));
    const until = performance.now() + sliceMs;
    for (const [i, key] of keys.entries()) {
      if (i % 64 === 63 && performance.now() > until) return;
      table.removeSync(key);
    }
    if (keys.length < sliceKeys) this.store.catalog.removeSync(Buffer.from(marker.key));
  }
}
