import { ArchiveError } from '@kiosk/mongo-archive/archiveFormat';
import { checkArchive, type CheckedCollection } from '@kiosk/mongo-archive/checkArchive';
import { chooseCollections } from '@kiosk/mongo-archive/chooseCollections';
import { accountsFileOf, hasAccounts, readAccounts } from './accountsFile';

interface Wanted {
  readonly file: string;
  readonly databaseName: string;
  readonly from: string | undefined;
}

/** What a restore takes of a file, all of which is read for it. */
export function collectionsToRestore({ file, databaseName, from }: Wanted): Promise<CheckedCollection[]> {
  return refuseDamaged(file, async () => chooseCollections(await checkArchive(file), databaseName, from));
}

/** Those beside a file; null: there are none. */
export function accountsToRestore(file: string): Promise<ReturnType<typeof readAccounts> | null> {
  return refuseDamaged(file, async () => (hasAccounts(file) ? readAccounts(accountsFileOf(file)) : null));
}

/** Whatever is wrong with a file is one sentence, which names it. To be called before anything is changed. */
async function refuseDamaged<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new ArchiveError(`${file} cannot be restored, and nothing was changed: ${error.message}.`, { cause: error });
  }
}
