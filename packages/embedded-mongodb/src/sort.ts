import { badValue, MongoServerError, typeMismatch } from './errors';
import { eachKey } from './indexKeys';
import { encodeKey } from './keyEncoding';
import { isDocument, toNumber, type Doc } from './values';

export interface SortField {
  path: string;
  parts: string[];
  direction: 1 | -1;
}

export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined) return [];
  if (!isDocument(spec)) throw typeMismatch('Expected field sort to be of type object');
  return Object.entries(spec).map(([path, value]) => {
    if (isDocument(value)) throw badValue(`Illegal key in $sort specification: ${path}: $meta sorts are not supported`);
    const direction = toNumber(value);
    if (direction !== 1 && direction !== -1) {
      throw badValue(`$sort key ordering must be 1 (for ascending) or -1 (for descending)`);
    }
    return { path, parts: path.split('.'), direction };
  });
}

/** Encodes a document's sort key, with descending fields inverted: the first key of an index on the sort fields. */
function sortKey(fields: readonly SortField[], document: Doc): Buffer {
  let first: Buffer | undefined;
  const paths = fields.map(({ parts }) => parts);
  eachKey(document, paths, parallelArrays, (values) => {
    const key = encodeInOrder(fields, values);
    if (!first || Buffer.compare(key, first) < 0) first = key;
  });
  return first ?? Buffer.alloc(0);
}

const parallelArrays = () => badValue('cannot sort with keys that are parallel arrays');

/** Encodes one value for each field as bytes in sort order. */
export function encodeInOrder(fields: readonly SortField[], values: readonly unknown[]): Buffer {
  const parts = fields.map(({ direction }, at) => {
    const key = encodeKey(values[at]);
    if (direction < 0) for (let i = 0; i < key.length; i++) key[i] = ~(key[i] ?? 0);
    return key;
  });
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

const memoryLimit = 100 * 1024 * 1024;

/** Keeps the first `limit` documents of a stable sort in memory, within the memory limit. */
export class Sorter<T> {
  private rows: { key: Buffer; row: T; order: number }[] = [];
  private size = 0;
  private count = 0;
  /** The last key of a full result: later rows with it or one after it are left out. */
  private last: Buffer | undefined;

  constructor(
    private readonly fields: readonly SortField[],
    private readonly limit: number,
  ) {}

  add(row: T, document: Doc, bytes: number): void {
    this.addWithKey(row, sortKey(this.fields, document), bytes);
  }

  /** `key`: the encoded sort key, with descending fields inverted. */
  addWithKey(row: T, key: Buffer, bytes: number): void {
    if (this.last && Buffer.compare(key, this.last) >= 0) return;
    this.rows.push({ key, row, order: this.count++ });
    this.size += bytes + key.length;
    if (this.rows.length >= this.limit * 2 + 200) this.prune();
    if (this.size > memoryLimit) {
      throw new MongoServerError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        `Sort exceeded memory limit of ${memoryLimit} bytes, but did not opt in to external sorting.`,
      );
    }
  }

  private prune(): void {
    const average = this.size / this.rows.length;
    this.rows.sort((a, b) => Buffer.compare(a.key, b.key) || a.order - b.order);
    this.rows.length = Math.min(this.rows.length, this.limit);
    this.size = average * this.rows.length;
    if (this.rows.length === this.limit) this.last = this.rows[this.limit - 1]?.key;
  }

  result(): T[] {
    this.prune();
    return this.rows.map(({ row }) => row);
  }
}
