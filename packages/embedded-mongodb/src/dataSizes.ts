import type { Database, RootDatabase } from 'lmdb';
import { checksumBytes, numberPrefix } from './rowForm';

const pageBytes = 4096;
const pageHeaderBytes = 16;
/** What LMDB keeps beside each key and value. */
const nodeHeaderBytes = 8;
const recordKeyBytes = 10;
/** A longer node has pages of its own, and their number in its place. */
const maxNodeBytes = 2038;
const pageNumberBytes = 8;
const rowsAtOnce = 256;

/** What a collection holds, and what its records take in the file without the free room of their pages. */
export interface CountedSize {
  readonly bytes: number;
  readonly stored: number;
}

interface Size extends CountedSize {
  /** The last record that is counted; undefined when all are. */
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

/** The table of records, and what its reads belong to. */
interface ReadRecords {
  readonly env: Pick<RootDatabase<Buffer, Buffer>, 'resetReadTxn'>;
  readonly records: Pick<Database<Buffer, Buffer>, 'getRange'>;
}

/**
 * The bytes of each collection, by its number. Added up when first asked for, in parts between which others may run, and kept in
 * step by every write from then on.
 */
export class DataSizes {
  private known = new Map<number, Size>();

  /** A record had a document of so many bytes and has one of so many now; 0: none. */
  change(record: Buffer, before: number, after: number): void {
    const id = record.readUInt32BE(0);
    const size = this.known.get(id);
    if (!size || (size.upTo && record.compare(size.upTo) > 0)) return;
    const stored = (after && storedBytes(after)) - (before && storedBytes(before));
    this.known.set(id, { bytes: size.bytes + after - before, stored: size.stored + stored, upTo: size.upTo });
  }

  /** Yields null where others may run, and at the end what was asked. */
  *of({ env, records }: ReadRecords, id: number): Generator<CountedSize | null, void, void> {
    for (;;) {
      // All that was committed meanwhile is in what was counted, or to be read.
      env.resetReadTxn();
      const size = this.known.get(id) ?? { bytes: 0, stored: 0, upTo: numberPrefix(id) };
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
      this.known.set(id, { bytes, stored, upTo: count < rowsAtOnce ? undefined : last });
      yield null;
    }
  }

  /** Remembers the sizes before a change, for the case that its transaction is undone. */
  mark(): () => void {
    const before = new Map(this.known);
    return () => void (this.known = before);
  }

  clear(): void {
    this.known.clear();
  }
}
