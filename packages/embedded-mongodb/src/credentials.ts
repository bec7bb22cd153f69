import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const credentialsPattern = /^([\w-]{1,64}):([\w-]{43})\n$/;

const fileIn = (folder: string) => join(folder, 'credentials');

/** Whether a database has begun in the folder: it writes them after its first data. */
export const hasCredentials = (folder: string): boolean => existsSync(fileIn(folder));

/** The credentials of a data folder, created on first use. The caller must hold the folder's lock. */
export function credentialsOf(folder: string): Credentials {
  const file = fileIn(folder);
  const found = read(file);
  if (found) return found;
  const fresh = { user: `kiosk-${randomBytes(6).toString('hex')}`, password: randomBytes(32).toString('base64url') };
  writePrivateFile(file, `${fresh.user}:${fresh.password}\n`);
  return fresh;
}

/** Replaces the file: never writes to an existing file or through a link, which another user may have created. */
export function writePrivateFile(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
}

/** Undefined for an untrusted file, which other users could read or write. */
function read(file: string): Credentials | undefined {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (!status?.isFile()) return undefined;
  const isOwn = process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o077) === 0);
  const [, user, password] = (isOwn && credentialsPattern.exec(readFileSync(file, 'utf8'))) || [];
  return user === undefined || password === undefined ? undefined : { user, password };
}
