import { calculateObjectSize } from 'bson';
import { MongoServerError, type ErrorName } from './errors';
import type { Doc } from './values';

/** As MongoDB's internal limits of one stage. */
const maxBytes = 100 * 1024 * 1024;

/** Counts what a stage keeps, as BSON, and refuses to keep more than a stage may. */
export class MemoryLimit {
  private bytes = 0;

  constructor(
    private readonly what: string,
    private readonly code: ErrorName = 'QueryExceededMemoryLimitNoDiskUseAllowed',
    private readonly most = maxBytes,
  ) {}

  add(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes <= this.most) return;
    throw new MongoServerError(
      this.code,
      `${this.what} exceeded memory limit of ${this.most} bytes, and the embedded database uses no disk for it`,
    );
  }

  keep(document: Doc): Doc {
    this.add(calculateObjectSize(document));
    return document;
  }
}
