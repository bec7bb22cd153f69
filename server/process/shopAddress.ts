import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface ShopAddress {
  readonly pid: number;
  readonly url: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'shop.json');

/** Records the running process and its URL, for the error message of a second start on this folder. */
export function writeShopAddress(dataDir: string, url: string): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify({ pid: process.pid, url } satisfies ShopAddress)}\n`);
}

export function removeShopAddress(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function readShopAddress(dataDir: string): ShopAddress | null {
  try {
    const { pid, url } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as ShopAddress;
    return { pid, url };
  } catch {
    return null;
  }
}

/** Adds the URL of the running shop, if known, to the error that its data folder is locked. */
export function explainTakenFolder(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(' is in use by ')) return error;
  const other = readShopAddress(dataDir);
  const where = other ? `, answers at ${other.url} and is process ${other.pid}` : '';
  return new Error(`another shop runs on DATA_DIR ${dataDir}${where}: stop it, or set another DATA_DIR.`, {
    cause: error,
  });
}
