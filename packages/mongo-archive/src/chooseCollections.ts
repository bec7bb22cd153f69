import type { CheckedCollection } from './checkArchive';
import { readMetadata } from './collectionMetadata';

const systemCollections = new Set(['', 'admin', 'config', 'local']);

/** The collections of one database of an archive: the named one, the one of the same name, or the only one. */
export function chooseCollections(
  all: readonly CheckedCollection[],
  databaseName: string,
  from: string | undefined,
): CheckedCollection[] {
  const databases = [...new Set(all.map(({ database }) => database))].filter((name) => !systemCollections.has(name));
  const chosen =
    from ?? (databases.includes(databaseName) ? databaseName : databases.length === 1 ? databases[0] : undefined);
  const found = all.filter(({ database }) => database === chosen);
  if (chosen === undefined || found.length === 0) {
    const names = databases.join(', ') || 'none';
    throw new Error(`Which database of the file? It has: ${names}. Name one with --from DATABASE.`);
  }
  const other = found.find((collection) => !isPlain(collection));
  if (other) throw new Error(`${other.name} is a view or a time series: use mongorestore for this file.`);
  return found.filter(({ name }) => !name.startsWith('system.'));
}

function isPlain(collection: CheckedCollection): boolean {
  const { type } = collection;
  const { options } = readMetadata(collection);
  const isSpecial = 'viewOn' in options || 'timeseries' in options;
  return !isSpecial && (type === '' || type === 'collection');
}
