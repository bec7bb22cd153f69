import { badValue, MongoServerError } from './errors';
import { compareValues, encodeKey } from './keyEncoding';
import { NOTHING, visitPath } from './paths';
import { isDocument, toNumber, type Doc } from './values';

export interface SortField {
  path: string;
  parts: string[];
  direction: 1 | -1;
}

export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined) return [];
  if (!isDocument(spec)) throw new MongoServerError('TypeMismatch', 'Expected field sort to be of type object');
  return Object.entries(spec).map(([path, value]) => {
    if (isDocument(value)) throw badValue(`Illegal key in $sort specification: ${path}: $meta sorts are not supported`);
    const direction = toNumber(value);
    if (direction !== 1 && direction !== -1) {
      throw badValue(`$sort key ordering must be 1 (for ascending) or -1 (for descending)`);
    }
    return { path, parts: path.split('.'), direction };
  });
}

/** The value of a document that counts in a sort: of an array the least element going up, the greatest going down. */
function sortValue(document: Doc, { parts, direction }: SortField): unknown {
  let best: unknown;
  let found = false;
  const offer = (value: unknown): void => {
    if (!found || compareValues(value, best) * direction < 0) best = value;
    found = true;
  };
  visitPath(document, parts, (value) => {
    if (Array.isArray(value) && value.length === 0) offer(undefined);
    else if (Array.isArray(value)) value.forEach(offer);
    else offer(value === undefined || value === NOTHING ? null : value);
    return false;
  });
  return best;
}

/** The bytes that order documents as the sort asks, descending fields inverted. */
function sortKey(fields: readonly SortField[], document: Doc): Buffer {
  const parts = fields.map((field) => {
    const key = encodeKey(sortValue(document, field));
    if (field.direction < 0) for (let i = 0; i < key.length; i++) key[i] = ~(key[i] ?? 0);
    return key;
  });
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

const MEMORY_LIMIT = 100 * 1024 * 1024;

/** Keeps the first `limit` documents of a sort in memory, stable, and refuses to grow without bound. */
export class Sorter<T> {
  private rows: { key: Buffer; row: T; order: number }[] = [];
  private size = 0;
  private count = 0;

  constructor(
    private readonly fields: readonly SortField[],
    private readonly limit: number,
  ) {}

  add(row: T, document: Doc, bytes: number): void {
    const key = sortKey(this.fields, document);
    this.rows.push({ key, row, order: this.count++ });
    this.size += bytes + key.length;
    if (this.rows.length >= this.limit * 2 + 200) this.prune();
    if (this.size > MEMORY_LIMIT) {
      throw new MongoServerError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        `Sort exceeded memory limit of ${MEMORY_LIMIT} bytes, but did not opt in to external sorting.`,
      );
    }
  }

  private prune(): void {
    const average = this.size / this.rows.length;
    this.rows.sort((a, b) => Buffer.compare(a.key, b.key) || a.order - b.order);
    this.rows.length = Math.min(this.rows.length, this.limit);
    this.size = average * this.rows.length;
  }

  result(): T[] {
    this.prune();
    return this.rows.map(({ row }) => row);
  }
}
