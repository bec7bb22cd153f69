import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

/** An account as the emulator returns it to the owner key, with password hash and salt. */
export type AccountRecord = { readonly localId: string } & Readonly<Record<string, unknown>>;

export interface AccountChanges {
  readonly put: readonly AccountRecord[];
  readonly remove: readonly string[];
}

type Entry = { readonly put: AccountRecord } | { readonly remove: string };

/**
 * The accounts on disk: an append-only journal with one checksummed line for each change. `write` resolves after the
 * flush; opening compacts the journal to one line for each account. A torn last line was never acknowledged and is
 * dropped.
 */
export class AccountJournal {
  private readonly texts: Map<string, string>;
  private readonly file: FileHandle;
  private length: number;
  private broken: Error | null = null;

  private constructor(file: FileHandle, texts: Map<string, string>, length: number) {
    this.file = file;
    this.texts = texts;
    this.length = length;
  }

  static async open(path: string): Promise<AccountJournal> {
    const texts = readJournal(path);
    const compacted = [...texts.values()].map((text) => journalLine(`{"put":${text}}`)).join('');
    replaceFile(path, compacted);
    return new AccountJournal(await open(path, 'r+'), texts, Buffer.byteLength(compacted));
  }

  get size(): number {
    return this.texts.size;
  }

  uids(): string[] {
    return [...this.texts.keys()];
  }

  records(): AccountRecord[] {
    return [...this.texts.values()].map((text) => JSON.parse(text) as AccountRecord);
  }

  get(uid: string): AccountRecord | null {
    const text = this.texts.get(uid);
    return text === undefined ? null : (JSON.parse(text) as AccountRecord);
  }

  /** Appends the accounts that differ from the journal and returns their uids. Calls must not overlap. */
  async write(changes: AccountChanges): Promise<string[]> {
    if (this.broken) throw this.broken;
    const put = changes.put
      .map((record) => ({ uid: record.localId, text: JSON.stringify(record) }))
      .filter(({ uid, text }) => this.texts.get(uid) !== text);
    const remove = changes.remove.filter((uid) => this.texts.has(uid));
    if (put.length === 0 && remove.length === 0) return [];
    const lines = [
      ...put.map(({ text }) => journalLine(`{"put":${text}}`)),
      ...remove.map((uid) => journalLine(JSON.stringify({ remove: uid }))),
    ];
    await this.append(lines.join(''));
    for (const { uid, text } of put) this.texts.set(uid, text);
    for (const uid of remove) this.texts.delete(uid);
    return [...put.map(({ uid }) => uid), ...remove];
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      await this.file.write(bytes, 0, bytes.length, this.length);
      await this.file.datasync();
      this.length += bytes.length;
    } catch (error) {
      // Remove a partial write, so that no damaged line precedes later ones.
      await this.file.truncate(this.length).catch((cause: unknown) => {
        this.broken = new Error('The account journal can no longer be written.', { cause });
      });
      throw error;
    }
  }
}

export function journalLine(json: string): string {
  return `${checksum(json)} ${json}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** The accounts on disk by uid; a line that is still being written is not included. */
export function readJournal(path: string): Map<string, string> {
  return existsSync(path) ? readJournalText(readFileSync(path, 'utf8'), path) : new Map<string, string>();
}

export function readJournalText(text: string, path: string): Map<string, string> {
  const texts = new Map<string, string>();
  const entries = text.split('\n').map(readLine);
  const lastGood = entries.findLastIndex((entry) => entry !== null);
  entries.forEach((entry, index) => {
    if (entry === null) {
      if (index < lastGood) throw new Error(`The account journal ${path} is damaged at line ${index + 1}.`);
      return;
    }
    if ('remove' in entry) texts.delete(entry.remove);
    else texts.set(entry.put.localId, JSON.stringify(entry.put));
  });
  return texts;
}

function readLine(text: string): Entry | null {
  const json = text.slice(9);
  if (text[8] !== ' ' || checksum(json) !== text.slice(0, 8)) return null;
  return JSON.parse(json) as Entry;
}

/** Replaces a file atomically. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
