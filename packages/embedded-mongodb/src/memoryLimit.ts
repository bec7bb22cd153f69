import { calculateObjectSize } from 'bson';
import { MongoServerError, type ErrorName } from './errors';
import type { Doc } from './values';

/** Like MongoDB's memory limits of a stage. */
const maxBytes = 100 * 1024 * 1024;

/** Counts the BSON bytes that a stage keeps and throws beyond the limit. */
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
