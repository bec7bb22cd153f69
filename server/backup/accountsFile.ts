import { existsSync, readFileSync } from 'node:fs';
import { journalLine, readJournal, readJournalText, replaceFile } from '@kiosk/auth-emulator/accountJournal';
import { ArchiveError } from '@kiosk/mongo-archive/archiveFormat';

/** The identity emulator's accounts stand beside the archive: a MongoDB has no use for them, and they hold passwords. */
export function accountsFileOf(file: string): string {
  return `${file}.accounts`;
}

/** The accounts of a journal, which may be in use, one a line; the last line has their number. */
export function backUpAccounts(journal: string, file: string): number {
  const accounts = readJournal(journal);
  const lines = [...accounts.values()].map((account) => journalLine(`{"put":${account}}`));
  replaceFile(file, [...lines, journalLine(JSON.stringify({ accounts: accounts.size }))].join(''));
  return accounts.size;
}

/** The text of a journal with the accounts of a file; throws an `ArchiveError` where they are not whole. */
export function readAccounts(file: string): { text: string; count: number } {
  const whole = readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  const count = lines.length - 2;
  const damaged = new ArchiveError(`the accounts in ${file} are damaged or cut`);
  if (count < 0 || `${lines[count]}\n` !== journalLine(JSON.stringify({ accounts: count }))) throw damaged;
  const text = lines
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('');
  if (countOf(text, file) !== count) throw damaged;
  return { text, count };
}

function countOf(text: string, file: string): number | undefined {
  try {
    return readJournalText(text, file).size;
  } catch {
    return undefined;
  }
}

export function hasAccounts(file: string): boolean {
  return existsSync(accountsFileOf(file));
}
