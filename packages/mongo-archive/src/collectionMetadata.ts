import { EJSON, type Document } from 'bson';
import { ArchiveError, type ArchivedCollection } from './archiveFormat';

export interface CollectionMetadata {
  readonly options: Document;
  readonly indexes: readonly Document[];
}

/**
 * Parses a collection's options and indexes. Throws if they are malformed, so that a restore fails before it replaces
 * anything.
 */
export function readMetadata({ name, metadata }: Pick<ArchivedCollection, 'name' | 'metadata'>): CollectionMetadata {
  const parsed = metadata === '' ? {} : parse(metadata);
  const { options = {}, indexes = [] } = isDocument(parsed) ? parsed : { options: null };
  if (!isDocument(options) || !Array.isArray(indexes) || !indexes.every(isIndex))
    throw new ArchiveError(`the archive is damaged: the options or indexes of ${name} cannot be read`);
  return { options, indexes };
}

function parse(metadata: string): unknown {
  try {
    return EJSON.parse(metadata, { relaxed: false });
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

function isIndex(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const { name, key } = value as { readonly name?: unknown; readonly key?: unknown };
  return typeof name === 'string' && name !== '' && isDocument(key) && Object.keys(key).length > 0;
}
