import { Binary, Long, Timestamp } from 'bson';
import { Catalog, type Collection } from './catalog';
import { CommitQueue } from './commitQueue';
import { Counters } from './counters';
import { Cursors } from './cursors';
import { MongoServerError } from './errors';
import type { FailPoints } from './failPoints';
import { checkFormat } from './format';
import { Operations } from './operations';
import { Records } from './records';
import { numberPrefix } from './rowFormat';
import { Snapshots } from './snapshots';
import { Statements } from './statements';
import { openStore, type Store } from './store';
import { DeferredDeletes } from './deferredDeletes';
import { decode, encode, isDocument, toNumber, type Doc } from './values';

/** A command as handlers receive it. */
export interface CommandRequest {
  name: string;
  database: string;
  body: Doc;
  sequences: Map<string, Uint8Array[]>;
}

const retryMs = 60 * 60_000;
/** A load without inserts for this long has ended, and its buffered entries are flushed. */
const flushAfterMs = 1000;
/** Entries that are not written within this time on close are rebuilt at the next start. */
const closeMs = 2000;

/** All components of one data folder. */
export class Engine {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly records: Records;
  readonly cursors = new Cursors();
  readonly snapshots = new Snapshots();
  readonly deferredDeletes: DeferredDeletes;
  readonly counters = new Counters();
  readonly operations = new Operations();
  /** The address of the server (host and port). */
  address = '';
  /** The time of the snapshot that is read; undefined for current data. */
  readonly readTime: Timestamp | undefined = undefined;
  private readonly queue: CommitQueue;
  private flushing: Promise<void> | undefined;
  private flushTimer: NodeJS.Timeout | undefined;
  private isClosing = false;
  private isSweeping = false;

  constructor(
    readonly path: string,
    readonly failPoints?: FailPoints,
  ) {
    this.store = openStore(path);
    checkFormat(this.store);
    this.catalog = new Catalog(this.store);
    this.records = new Records(this.store, this.catalog);
    this.deferredDeletes = new DeferredDeletes(this.store);
    const savepoint = (): (() => void) => {
      const undo = this.records.savepoint();
      return () => {
        this.catalog.load();
        undo();
      };
    };
    const reset = (): void => {
      this.catalog.load();
      this.records.reset();
      this.scheduleFlush();
    };
    this.queue = new CommitQueue(this.store, savepoint, reset);
    this.scheduleFlush();
    this.sweep();
  }

  get waitingWrites(): number {
    return this.queue.length;
  }

  /** Makes the reads of this turn see the last commit, with complete indexes. */
  async startRead(): Promise<void> {
    await this.finishRescan();
    this.store.env.resetReadTxn();
  }

  /** This engine with the snapshot that a command names, or with a new one. */
  async asOf({ body }: CommandRequest): Promise<Engine> {
    const concern = body['readConcern'];
    const time = isDocument(concern) ? concern['atClusterTime'] : undefined;
    if (!(time instanceof Timestamp)) await this.flushIndexEntries();
    const snapshot =
      time instanceof Timestamp
        ? this.snapshots.find(time)
        : this.snapshots.take(this.store, sessionId(body['lsid'])?.toString('hex') ?? '');
    const { store, catalog } = snapshot;
    return Object.assign(Object.create(this) as Engine, { store, catalog, readTime: snapshot.time });
  }

  /** Flushes until no index entries are buffered. */
  async flushIndexEntries(): Promise<void> {
    while (this.records.hasBuffered && !this.isClosing) await this.flush();
  }

  endSessions(sessions: unknown): void {
    if (!Array.isArray(sessions)) return;
    for (const session of sessions) this.snapshots.endSession(sessionId(session)?.toString('hex') ?? '');
  }

  async write<T>(action: () => T): Promise<T> {
    await this.finishRescan();
    return this.queue.run(action);
  }

  /** Runs a change of collections or indexes, for which no index entries may be buffered. */
  async define<T>(action: () => T): Promise<T> {
    if (this.records.hasBuffered) await this.flush();
    try {
      return await this.queue.run(() => {
        // Writes only the entries added since the flush, usually none.
        this.records.writeAllBuffered();
        return action();
      });
    } finally {
      this.sweep();
    }
  }

  private sweep(): void {
    if (this.isSweeping || this.isClosing || this.deferredDeletes.isEmpty) return;
    this.isSweeping = true;
    const report = (error: unknown): void => void process.stderr.write(`embedded-mongodb: ${String(error)}\n`);
    const run = async (): Promise<void> => {
      while (!this.isClosing && !this.deferredDeletes.isEmpty) await this.queue.run(() => this.deferredDeletes.sweep());
    };
    void run()
      .catch(report)
      .finally(() => (this.isSweeping = false));
  }

  /** Runs an insert of many documents, which may buffer index entries. */
  async load<T>(action: () => T): Promise<T> {
    while (this.flushing || this.records.mustFlush) await this.flush();
    try {
      return await this.queue.run(action);
    } finally {
      this.scheduleFlush();
    }
  }

  private async finishRescan(): Promise<void> {
    while (this.records.mustRescan) await this.queue.run(() => this.records.writeSlice());
  }

  /** Writes the buffered index entries in small transactions, between which other commands run. */
  private flush(): Promise<void> {
    this.flushing ??= this.writeSlices().finally(() => (this.flushing = undefined));
    return this.flushing;
  }

  private async writeSlices(): Promise<void> {
    while (this.records.hasBuffered && !this.isClosing) await this.queue.run(() => this.records.writeSlice());
  }

  private scheduleFlush(): void {
    clearTimeout(this.flushTimer);
    if (!this.records.hasBuffered) return;
    const report = (error: unknown): void => void process.stderr.write(`embedded-mongodb: ${String(error)}\n`);
    this.flushTimer = setTimeout(() => void this.flush().catch(report), flushAfterMs).unref();
  }

  /**
   * Runs a retryable write: its reply is stored in the same transaction as its change and returned if the same session
   * repeats the transaction number. Failed statements run again.
   */
  retryable(request: CommandRequest, action: (statements: Statements) => Doc, isLoad = false): Promise<Doc> {
    const key = retryKey(request);
    const run = (job: () => Doc): Promise<Doc> => (isLoad ? this.load(job) : this.write(job));
    if (!key) return run(() => action(new Statements()));
    return run(() => {
      const stored = this.store.retries.get(key.session);
      const record = stored ? decode(stored) : undefined;
      const lastNumber = record?.['number'] as Long | undefined;
      const isRepeated = lastNumber?.equals(key.number) ?? false;
      if (isRepeated && record?.['reply']) return record['reply'] as Doc;
      if (lastNumber && lastNumber.greaterThan(key.number)) {
        throw new MongoServerError(
          'TransactionTooOld',
          `Retryable write with txnNumber ${key.number.toString()} is prohibited on session because a newer retryable write with txnNumber ${lastNumber.toString()} has already started on this session.`,
        );
      }
      const statements = new Statements(isRepeated ? (record?.['statements'] as Doc[]) : []);
      const reply = action(statements);
      const expires = new Date(Date.now() + retryMs);
      const outcome = hasErrors(reply) ? { statements: statements.toRecord() } : { reply };
      this.store.retries.putSync(key.session, Buffer.from(encode({ number: key.number, expires, ...outcome })));
      return reply;
    });
  }

  /** Deletes expired replies of retryable writes. */
  async expireRetries(now = Date.now()): Promise<void> {
    await this.write(() => {
      for (const { key, value } of [...this.store.retries.getRange({})]) {
        if ((decode(value)['expires'] as Date).getTime() < now) this.store.retries.removeSync(key);
      }
    });
  }

  collection(database: string, name: string): Collection {
    return this.catalog.find(database, name) ?? this.catalog.create(database, name);
  }

  dropCollection(collection: Collection): void {
    for (const index of collection.indexes) this.deferredDeletes.add('entries', numberPrefix(index.id));
    this.deferredDeletes.add('records', numberPrefix(collection.id));
    this.removeFromCatalog(collection);
  }

  /** Removes the collection's name and closes the cursors on its namespace. */
  removeFromCatalog(collection: Collection): void {
    this.catalog.remove(collection);
    this.cursors.dropNamespace((namespace) => namespace === `${collection.database}.${collection.name}`);
  }

  async close(): Promise<void> {
    this.cursors.close();
    this.snapshots.close();
    clearTimeout(this.flushTimer);
    this.isClosing = true;
    const until = performance.now() + closeMs;
    while (this.records.hasBuffered && performance.now() < until) await this.queue.run(() => this.records.writeSlice());
    await this.queue.settled();
    await this.store.close();
  }
}

function hasErrors(reply: Doc): boolean {
  return reply['writeErrors'] !== undefined || (toNumber(reply['nErrors']) ?? 0) > 0;
}

function sessionId(session: unknown): Buffer | undefined {
  const id = isDocument(session) ? session['id'] : undefined;
  return id instanceof Binary ? Buffer.from(id.buffer.subarray(0, id.position)) : undefined;
}

function retryKey({ body }: CommandRequest): { session: Buffer; number: Long } | undefined {
  const session = sessionId(body['lsid']);
  const number = body['txnNumber'];
  if (!session || number === undefined) return undefined;
  return { session, number: Long.fromNumber(toNumber(number) ?? 0) };
}
