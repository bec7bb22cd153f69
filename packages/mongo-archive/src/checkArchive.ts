import { ArchiveError, type ArchivedCollection } from './archiveFormat';
import { exactDocument } from './exactDocument';
import { readArchive } from './readArchive';

export interface CheckedCollection extends ArchivedCollection {
  readonly documents: number;
  readonly bytes: number;
}

interface CollectionCounts {
  documents: number;
  bytes: number;
  inexact: ArchiveError | undefined;
}

/** Reads a whole archive, verifies every checksum and every document, and returns the counts of each collection. */
export async function checkArchive(file: string): Promise<CheckedCollection[]> {
  const found = new Map<ArchivedCollection, CollectionCounts>();
  await readArchive(file, {
    begin: (collections) =>
      collections.forEach((collection) => found.set(collection, { documents: 0, bytes: 0, inexact: undefined })),
    document: (collection, bytes) => {
      const counts = found.get(collection);
      if (!counts) return;
      counts.inexact ??= whyInexact(bytes);
      counts.documents += 1;
      counts.bytes += bytes.length;
    },
    // Report an unsupported type only if the checksum matches; otherwise the document is damaged.
    end: (collection) => {
      const inexact = found.get(collection)?.inexact;
      if (inexact) throw inexact;
    },
  });
  return [...found].map(([collection, { documents, bytes }]) => ({ ...collection, documents, bytes }));
}

function whyInexact(bytes: Uint8Array): ArchiveError | undefined {
  try {
    exactDocument(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}
