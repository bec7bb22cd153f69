import type { Database, RootDatabase } from 'lmdb';
import { checksumBytes, numberPrefix } from './rowFormat';

const pageBytes = 4096;
const pageHeaderBytes = 16;
/** LMDB's overhead for each key and value. */
const nodeHeaderBytes = 8;
const recordKeyBytes = 10;
/** A larger node is stored on overflow pages, and only their number remains in the node. */
const maxNodeBytes = 2038;
const pageNumberBytes = 8;
const rowsAtOnce = 256;

/** The document bytes of a collection, and the bytes of its records in the file without free page space. */
export interface CollectionSize {
  readonly bytes: number;
  readonly stored: number;
}

interface Size extends CollectionSize {
  /** The last record counted so far; undefined when all are. */
  readonly upTo: Buffer | undefined;
}

export const inPages = (bytes: number): number => Math.ceil(bytes / pageBytes) * pageBytes;
export const nodeBytes = (key: number, value: number): number => 2 * Math.ceil((nodeHeaderBytes + key + value) / 2);

function storedBytes(documentBytes: number): number {
  const value = checksumBytes + documentBytes;
  const node = nodeBytes(recordKeyBytes, value);
  if (node <= maxNodeBytes) return node;
  return nodeBytes(recordKeyBytes, pageNumberBytes) + inPages(pageHeaderBytes + value);
}

/** The records table and the environment whose read transaction is renewed. */
interface RecordReader {
  readonly env: Pick<RootDatabase<Buffer, Buffer>, 'resetReadTxn'>;
  readonly records: Pick<Database<Buffer, Buffer>, 'getRange'>;
}

/**
 * The size of each collection by its number: computed on first use, in slices between which other commands run, and
 * updated by every later write.
 */
export class DataSizes {
  private sizes = new Map<number, Size>();

  /** Records that the document of a record changed its size; 0 means no document. */
  change(record: Buffer, before: number, after: number): void {
    const id = record.readUInt32BE(0);
    const size = this.sizes.get(id);
    if (!size || (size.upTo && record.compare(size.upTo) > 0)) return;
    const stored = (after && storedBytes(after)) - (before && storedBytes(before));
    this.sizes.set(id, { bytes: size.bytes + after - before, stored: size.stored + stored, upTo: size.upTo });
  }

  /** Yields null where other commands may run, and the size at the end. */
  *of({ env, records }: RecordReader, id: number): Generator<CollectionSize | null, void, void> {
    for (;;) {
      // Commits during a pause are either included in the counted part or still to be read.
      env.resetReadTxn();
      const size = this.sizes.get(id) ?? { bytes: 0, stored: 0, upTo: numberPrefix(id) };
      if (!size.upTo) return yield size;
      const range = { start: size.upTo, exclusiveStart: true, end: numberPrefix(id + 1), limit: rowsAtOnce };
      let { bytes, stored } = size;
      let last: Buffer | undefined;
      let count = 0;
      for (const { key, value } of records.getRange(range)) {
        const length = value.length - checksumBytes;
        bytes += length;
        stored += storedBytes(length);
        last = key;
        count++;
      }
      this.sizes.set(id, { bytes, stored, upTo: count < rowsAtOnce ? undefined : last });
      yield null;
    }
  }

  /** Saves the sizes before a change and returns an undo for a rollback. */
  savepoint(): () => void {
    const before = new Map(this.sizes);
    return () => void (this.sizes = before);
  }

  clear(): void {
    this.sizes.clear();
  }
}
