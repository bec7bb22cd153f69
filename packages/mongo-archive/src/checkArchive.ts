import { ArchiveError, type ArchivedCollection } from './archiveFormat';
import { exactDocument } from './exactDocument';
import { readArchive } from './readArchive';

export interface CheckedCollection extends ArchivedCollection {
  readonly documents: number;
  readonly bytes: number;
}

interface Findings {
  documents: number;
  bytes: number;
  inexact: ArchiveError | undefined;
}

/** Reads an archive to its end, every checksum and every document, and tells what is in it. */
export async function checkArchive(file: string): Promise<CheckedCollection[]> {
  const found = new Map<ArchivedCollection, Findings>();
  await readArchive(file, {
    begin: (collections) =>
      collections.forEach((collection) => found.set(collection, { documents: 0, bytes: 0, inexact: undefined })),
    document: (collection, bytes) => {
      const findings = found.get(collection);
      if (!findings) return;
      findings.inexact ??= whyInexact(bytes);
      findings.documents += 1;
      findings.bytes += bytes.length;
    },
    // Only where the checksum is right a strange document is one that was written so; else it is damaged.
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
