import { MongoBulkWriteError, type Collection, type Document, type OptionalUnlessRequiredId } from 'mongodb';

/** Inserts many documents in one command; an Error where one could not be stored for another reason than its key. */
export async function insertEach<T extends Document>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<('inserted' | 'keyTaken' | Error)[]> {
  try {
    await collection.insertMany(documents as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
    return documents.map(() => 'inserted');
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = new Map<number, 'keyTaken' | Error>();
    for (const { index, code } of writeErrors(error)) refused.set(index, code === 11000 ? 'keyTaken' : error);
    // Without a single refused document the error is about the whole command: a cut connection, for one.
    if (refused.size === 0) throw error;
    return documents.map((_document, index) => refused.get(index) ?? 'inserted');
  }
}

/** Inserts what is not there yet, so that bulk loading can be run again after it was cut off. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<void> {
  if (documents.length === 0) return;
  const failed = (await insertEach(collection, documents)).find((result) => result instanceof Error);
  if (failed) throw failed;
}

function writeErrors({ writeErrors: errors }: MongoBulkWriteError) {
  return Array.isArray(errors) ? errors : [errors];
}
