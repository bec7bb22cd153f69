import type { Store } from './store';
import { decode, isDocument } from './values';

/**
 * Increase it whenever data of an earlier version would be read incorrectly. 2: long values are truncated with SHA-256.
 */
const formatVersion = 2;
const formatKey = Buffer.from('format');
const collectionRange = { start: Buffer.from('c'), end: Buffer.from('d') };

/** Format 1 differs only in keys with truncated values. */
function isUnchanged({ catalog }: Store): boolean {
  for (const { value } of catalog.getRange(collectionRange)) {
    const indexes = decode(value)['indexes'];
    if (Array.isArray(indexes) && indexes.some((index) => isDocument(index) && index['truncated'] === true))
      return false;
  }
  return true;
}

/** Refuses a folder of another format before reading or changing it. */
export function checkFormat(store: Store): void {
  const stored = store.catalog.get(formatKey);
  const format = stored ? stored.readUInt32BE(0) : isUnchanged(store) ? formatVersion : 1;
  if (format !== formatVersion) {
    throw new Error(
      `the data folder has format ${format} and this version reads format ${formatVersion}: ` +
        'start the version that wrote it, or restore a backup into an empty folder',
    );
  }
  if (stored) return;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(formatVersion);
  store.catalog.putSync(formatKey, bytes);
}
