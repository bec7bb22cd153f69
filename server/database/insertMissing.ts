import { MongoBulkWriteError, type Collection, type Document, type OptionalUnlessRequiredId } from 'mongodb';

/** Inserts what is not there yet, so that bulk loading can be run again after it was cut off. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany(documents as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
  } catch (error) {
    if (error instanceof MongoBulkWriteError && writeErrors(error).every(({ code }) => code === 11000)) return;
    throw error;
  }
}

function writeErrors({ writeErrors: errors }: MongoBulkWriteError) {
  return Array.isArray(errors) ? errors : [errors];
}
