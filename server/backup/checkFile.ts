import { ArchiveError } from '@kiosk/mongo-archive/archiveFormat';
import { checkArchive, type CheckedCollection } from '@kiosk/mongo-archive/checkArchive';
import { chooseCollections } from '@kiosk/mongo-archive/chooseCollections';
import { accountsFileOf, hasAccounts, readAccounts } from './accountsFile';

interface Wanted {
  readonly file: string;
  readonly databaseName: string;
  readonly from: string | undefined;
}

/** The collections to restore; reads and verifies the whole file. */
export function collectionsToRestore({ file, databaseName, from }: Wanted): Promise<CheckedCollection[]> {
  return refuseDamaged(file, async () => chooseCollections(await checkArchive(file), databaseName, from));
}

/** The accounts beside the file; null: none. */
export function accountsToRestore(file: string): Promise<ReturnType<typeof readAccounts> | null> {
  return refuseDamaged(file, async () => (hasAccounts(file) ? readAccounts(accountsFileOf(file)) : null));
}

/** Turns any fault of a file into a one-line error naming it. Must run before anything is changed. */
async function refuseDamaged<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new ArchiveError(`${file} cannot be restored, and nothing was changed: ${error.message}.`, { cause: error });
  }
}
