import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '@kiosk/auth-emulator/accountJournal';

export type Rename = readonly [from: string, to: string];

const markerOf = (dataDir: string): string => join(dataDir, 'restore-unfinished.json');

/** Moves restored files into place, all or none, even if one cannot be moved or the machine crashes in between. */
export function commitRenames(dataDir: string, renames: readonly Rename[]): void {
  const taken = renames.find(([, to]) => existsSync(to) && !renames.some(([from]) => from === to));
  if (taken) throw new Error(`${taken[1]} exists already: nothing was changed.`);
  replaceFile(markerOf(dataDir), JSON.stringify(renames));
  try {
    finishRenames(dataDir);
  } catch (error) {
    // With its marker every start would fail like this, or find no data where the database was.
    for (const [from, to] of renames.toReversed()) if (existsSync(to) && !existsSync(from)) renameSync(to, from);
    rmSync(markerOf(dataDir));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Nothing was changed: ${reason}`, { cause: error });
  }
}

/** Completes renames after a crash; must run before anything in the folder is opened. */
export function finishRenames(dataDir: string): void {
  const marker = markerOf(dataDir);
  if (!existsSync(marker)) return;
  for (const [from, to] of JSON.parse(readFileSync(marker, 'utf8')) as Rename[]) {
    if (!existsSync(from) || existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(from, to);
  }
  rmSync(marker);
}
