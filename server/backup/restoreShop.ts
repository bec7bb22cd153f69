import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { FolderInUseError, lockFolder } from '@kiosk/embedded-mongodb/lock';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { replaceFile } from '@kiosk/auth-emulator/accountJournal';
import { accountsToRestore } from './checkFile';
import { highestOf, readNextNumbersOf, requireTold } from './nextNumbers';
import { commitRenames, finishRenames, type Rename } from './commitRenames';
import { restoreArchive, type RestoreOptions } from './restoreArchive';

interface ShopRestore extends Omit<RestoreOptions, 'uri'> {
  readonly dataDir: string;
  /** Called if existing data would be replaced. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly now: Date;
}

/** What a start that broke off leaves in the database's folder. */
const lockFiles: readonly string[] = ['lock.mdb', 'process.pid', 'process.sock'];

/**
 * Restores the embedded database, and the accounts beside the file, of a shop that is not running. New files are built
 * first; the previous ones are kept under another name.
 */
export async function restoreShop({ dataDir, confirm, now, ...options }: ShopRestore): Promise<void> {
  const { file, report, numbersFrom = {} } = options;
  const folder = resolve(dataDir, 'mongodb');
  const staging = `${folder}.restoring`;
  const accounts = await accountsToRestore(file);
  finishRenames(resolve(dataDir));
  const hadData = existsSync(folder) && readdirSync(folder).some((name) => !lockFiles.includes(name));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await requireStopped(folder);
  const replaced = hadData ? await readNextNumbersOf(folder, options.databaseName, report) : {};
  if (replaced === null) requireTold(numbersFrom);
  const unlock = await lockShop(folder);
  try {
    const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
    if (hadData && !(await confirm(`Put ${file} in the place of the data in ${dataDir}?`)))
      throw new Error('Nothing was changed.');
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    await fill(staging, { ...options, numbersFrom: highestOf(replaced ?? {}, numbersFrom) });
    const journal = resolve(dataDir, 'identity', 'accounts.journal');
    const renames: Rename[] = [
      [folder, `${folder}.before-${stamp}`],
      [staging, folder],
    ];
    if (accounts) {
      mkdirSync(resolve(dataDir, 'identity'), { recursive: true, mode: 0o700 });
      replaceFile(`${journal}.restoring`, accounts.text);
      renames.push([journal, `${journal}.before-${stamp}`], [`${journal}.restoring`, journal]);
    }
    commitRenames(resolve(dataDir), renames);
    if (accounts) report.line(`${accounts.count} accounts`);
    if (hadData) report.line(`What was there is in ${folder}.before-${stamp}: remove it when you do not need it.`);
    else rmSync(`${folder}.before-${stamp}`, { recursive: true });
  } finally {
    await unlock();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The process that reads the replaced data has a lock of its own. */
async function requireStopped(folder: string): Promise<void> {
  const unlock = await lockShop(folder);
  await unlock();
}

async function lockShop(folder: string): Promise<() => Promise<void>> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const who = 'stop the shop, or wait for a backup of it, first';
    throw new Error(`${error.message}: ${who}; nothing was changed.`, { cause: error });
  }
}

async function fill(dataDir: string, options: Omit<RestoreOptions, 'uri'>): Promise<void> {
  const server = await startEmbeddedMongo({ dataDir });
  try {
    await restoreArchive({ ...options, uri: server.uri });
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`The restore broke off and nothing was changed: ${reason}`, { cause: error });
  } finally {
    await server.stop();
  }
}
