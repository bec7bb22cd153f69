import { MongoBulkWriteError, type Collection, type Document, type OptionalUnlessRequiredId } from 'mongodb';

/** Inserts many documents in one command; an Error for each that failed for another reason than a duplicate key. */
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
    // Without any rejected document the error is about the whole command, e.g. a broken connection.
    if (refused.size === 0) throw error;
    return documents.map((_document, index) => refused.get(index) ?? 'inserted');
  }
}

/** Inserts what is not there yet, so that interrupted bulk loading can be repeated. */
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
