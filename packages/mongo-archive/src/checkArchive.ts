import type { ArchivedCollection } from './archiveFormat';
import { exactDocument } from './exactDocument';
import { readArchive } from './readArchive';

export interface CheckedCollection extends ArchivedCollection {
  readonly documents: number;
  readonly bytes: number;
}

/** Reads an archive to its end, every checksum and every document, and tells what is in it. */
export async function checkArchive(file: string): Promise<CheckedCollection[]> {
  const found = new Map<ArchivedCollection, { documents: number; bytes: number }>();
  await readArchive(file, {
    begin: (collections) => collections.forEach((collection) => found.set(collection, { documents: 0, bytes: 0 })),
    document: (collection, bytes) => {
      exactDocument(bytes);
      const counts = found.get(collection);
      if (!counts) return;
      counts.documents += 1;
      counts.bytes += bytes.length;
    },
  });
  return [...found].map(([collection, counts]) => ({ ...collection, ...counts }));
}
