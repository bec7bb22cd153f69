import type { Collection, Db, Document, RunCommandOptions } from 'mongodb';

/** What changes nothing; whatever else a collection or a database is told counts as a write. */
const collectionReads: ReadonlySet<PropertyKey> = new Set<keyof Collection>([
  'aggregate',
  'countDocuments',
  'distinct',
  'estimatedDocumentCount',
  'find',
  'findOne',
  'indexes',
  'listIndexes',
  'watch',
]);
const databaseReads: ReadonlySet<PropertyKey> = new Set<keyof Db>(['admin', 'aggregate', 'listCollections', 'watch']);
/** The shop's own pipelines store nothing. */
const readCommands = ['find', 'aggregate'];

/**
 * The database, telling of each write to some of its collections before it is acknowledged, and of those that failed too: an
 * answer that got lost does not undo the write. The driver's own events tell of reads as well, and have it decode every
 * answer once more for that.
 */
export function watchWrites(db: Db, collections: readonly string[], wrote: () => void): Db {
  const known = new Map<string, Collection>();
  const collection = (name: string, ...rest: never[]) => {
    if (!collections.includes(name)) return db.collection(name, ...rest);
    const watched = known.get(name) ?? watch(db.collection(name, ...rest), collectionReads, wrote);
    known.set(name, watched);
    return watched;
  };
  const command = (asked: Document, options?: RunCommandOptions) => {
    const result = db.command(asked, options);
    return readCommands.some((name) => name in asked) ? result : result.finally(wrote);
  };
  return watch(db, databaseReads, wrote, { collection, command });
}

function watch<T extends object>(
  watched: T,
  reads: ReadonlySet<PropertyKey>,
  wrote: () => void,
  own: Readonly<Record<PropertyKey, unknown>> = {},
): T {
  return new Proxy(watched, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      return reads.has(name) ? method : telling(method, wrote);
    },
  });
}

function telling(method: (...args: unknown[]) => unknown, wrote: () => void) {
  return (...args: unknown[]): unknown => {
    const result = method(...args);
    if (result instanceof Promise) return result.finally(wrote);
    wrote();
    return result;
  };
}
