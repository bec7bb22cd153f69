import { afterPrefix, type Store } from './store';

const markerRange = { start: Buffer.from('t'), end: Buffer.from('u') };
const sliceKeys = 4000;
/** A command may hold up the others for so long. */
const sliceMs = 25;

type Kind = 'records' | 'entries';

/**
 * What belongs to dropped collections and indexes. Their numbers are never used again, so nobody can meet it; it is removed in
 * small transactions, whenever the process runs.
 */
export class DeferredDeletes {
  constructor(private readonly store: Store) {}

  /** Everything of a table that begins with the prefix; inside the transaction of the drop. */
  add(kind: Kind, prefix: Buffer): void {
    this.store.catalog.putSync(Buffer.concat([markerRange.start, Buffer.from(kind[0] ?? ''), prefix]), prefix);
  }

  get isEmpty(): boolean {
    return this.store.catalog.getKeysCount({ ...markerRange, limit: 1 }) === 0;
  }

  /** Removes a part, inside a write transaction. */
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
