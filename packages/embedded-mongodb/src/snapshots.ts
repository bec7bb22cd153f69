import { Timestamp } from 'bson';
import { Catalog } from './catalog';
import { DataSizes } from './dataSizes';
import { DocumentCounts } from './documentCounts';
import { MongoServerError } from './errors';
import { IndexWriteBuffer } from './indexWriteBuffer';
import type { Store, Table } from './store';

type Reading = ReturnType<Store['env']['useReadTransaction']>;

/** The data at one point in time. */
export interface Snapshot {
  time: Timestamp;
  store: Store;
  catalog: Catalog;
}

interface Entry extends Snapshot {
  session: string;
  lastUsed: number;
  reading: Reading;
}

/** Like MongoDB's minSnapshotHistoryWindowInSeconds. An open snapshot prevents the reuse of pages changed since. */
const idleMs = 5 * 60_000;
const maxSnapshots = 8;

const tooOld = (): MongoServerError =>
  new MongoServerError('SnapshotTooOld', 'Read timestamp is older than the oldest available timestamp: begin again');

/** A table that reads through a snapshot's read transaction. */
function tableAt(table: Table, reading: Reading, use: () => void): Table {
  const at = (options: object = {}): object => {
    use();
    return { ...options, transaction: reading };
  };
  return Object.assign(Object.create(table) as Table, {
    get: (key: Buffer) => table.get(key, at()),
    getRange: (options: object) => table.getRange(at(options)),
    getKeys: (options: object) => table.getKeys(at(options)),
    getKeysCount: (options: object) => table.getKeysCount(at(options)),
  });
}

/** The open snapshots of sessions with read concern 'snapshot'. */
export class Snapshots {
  private readonly open = new Map<string, Entry>();
  private readonly timer: NodeJS.Timeout;
  private count = 0;

  constructor(private readonly now: () => number = Date.now) {
    this.timer = setInterval(() => this.dropIdle(), 60_000).unref();
  }

  get size(): number {
    return this.open.size;
  }

  /** Takes a snapshot of the last commit. No index entries may be buffered. */
  take(store: Store, session: string): Snapshot {
    if (this.open.size >= maxSnapshots)
      throw new MongoServerError('SnapshotUnavailable', `no more than ${maxSnapshots} snapshots can be read at once`);
    store.env.resetReadTxn();
    const reading = store.env.useReadTransaction();
    const seconds = Math.floor(this.now() / 1000);
    const time = new Timestamp({ t: seconds, i: ++this.count });
    const key = time.toString();
    const use = (): void => {
      const entry = this.open.get(key);
      if (!entry) throw tooOld();
      entry.lastUsed = this.now();
    };
    const snapshotStore: Store = {
      ...store,
      records: tableAt(store.records, reading, use),
      entries: tableAt(store.entries, reading, use),
      catalog: tableAt(store.catalog, reading, use),
      writeBuffer: new IndexWriteBuffer(),
      counts: new DocumentCounts(),
      sizes: new DataSizes(),
    };
    const entry = { time, store: snapshotStore, session, lastUsed: this.now(), reading };
    const opened = this.open.set(key, entry as Entry);
    // Created last, because it reads through the tables above.
    const catalog = new Catalog(snapshotStore);
    const snapshot: Entry = { ...entry, catalog };
    opened.set(key, snapshot);
    return snapshot;
  }

  find(time: Timestamp): Snapshot {
    const entry = this.open.get(time.toString());
    if (!entry) throw tooOld();
    return entry;
  }

  endSession(session: string): void {
    for (const [key, entry] of this.open) if (entry.session === session) this.end(key, entry);
  }

  dropIdle(): void {
    for (const [key, entry] of this.open) if (this.now() - entry.lastUsed > idleMs) this.end(key, entry);
  }

  close(): void {
    clearInterval(this.timer);
    for (const [key, entry] of this.open) this.end(key, entry);
  }

  private end(key: string, { reading }: Entry): void {
    this.open.delete(key);
    reading.done();
  }
}
