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
    if (error instanceof MongoBulkWriteError && isAboutDuplicates(writeErrors(error))) return;
    throw error;
  }
}

/** Without a single refused document the error is about the whole command: a cut connection, for one. */
function isAboutDuplicates(errors: readonly { code: number }[]): boolean {
  return errors.length > 0 && errors.every(({ code }) => code === 11000);
}

function writeErrors({ writeErrors: errors }: MongoBulkWriteError) {
  return Array.isArray(errors) ? errors : [errors];
}
