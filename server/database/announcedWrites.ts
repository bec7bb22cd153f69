import type { Collection, Document } from 'mongodb';

/** A collection without its writes. */
export type ReadableCollection<T extends Document> = Pick<
  Collection<T>,
  'aggregate' | 'countDocuments' | 'distinct' | 'estimatedDocumentCount' | 'find' | 'findOne'
>;

/** Runs a write and announces it before it is acknowledged, even if it fails: a lost response does not undo the write. */
export type AnnouncedWrite<T extends Document> = <R>(write: (collection: Collection<T>) => Promise<R>) => Promise<R>;

/** All writes go through `write`: the returned collection is read-only. */
export function announcedWrites<T extends Document>(
  collection: Collection<T>,
  announce: () => void,
): { readonly readable: ReadableCollection<T>; readonly write: AnnouncedWrite<T> } {
  const write: AnnouncedWrite<T> = async (run) => {
    try {
      return await run(collection);
    } finally {
      announce();
    }
  };
  return { readable: collection, write };
}
