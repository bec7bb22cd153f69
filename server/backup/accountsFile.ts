import { existsSync, readFileSync } from 'node:fs';
import { journalLine, readJournal, readJournalText, replaceFile } from '@kiosk/auth-emulator/accountJournal';
import { ArchiveError } from '@kiosk/mongo-archive/archiveFormat';

/** The identity emulator's accounts are beside the archive, since they are no part of a MongoDB dump, and contain passwords. */
export function accountsFileOf(file: string): string {
  return `${file}.accounts`;
}

/** Copies the accounts of a journal, which may be in use, one per line; the last line holds their number. */
export function backUpAccounts(journal: string, file: string): number {
  const accounts = readJournal(journal);
  const lines = [...accounts.values()].map((account) => journalLine(`{"put":${account}}`));
  replaceFile(file, [...lines, journalLine(JSON.stringify({ accounts: accounts.size }))].join(''));
  return accounts.size;
}

/** The journal text and number of accounts of a file; throws an `ArchiveError` if it is incomplete. */
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
