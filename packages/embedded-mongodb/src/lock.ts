import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './isAlive';

/** A previous process whose parent was killed needs a moment to notice and exit. */
const lockTimeoutMs = 3000;
const retryPauseMs = 50;

export class FolderInUseError extends Error {}

function lockHolder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function inUse(folder: string, pid: number | undefined): FolderInUseError {
  return new FolderInUseError(`the data folder ${folder} is in use by ${pid ? `process ${pid}` : 'another process'}`);
}

/** Locks a folder for this process; rejects with a `FolderInUseError` if another process keeps holding it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  for (const deadline = performance.now() + lockTimeoutMs; ; await delay(retryPauseMs)) {
    try {
      return await tryLock(folder);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || performance.now() > deadline) throw error;
    }
  }
}

/**
 * LMDB itself allows several processes. On Linux the lock is a socket in the abstract namespace, which the kernel
 * releases when the process ends; elsewhere it is a file with the process id.
 */
async function tryLock(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'process.pid');
  if (platform() !== 'linux') return lockByFile(folder, file);
  const { dev, ino } = statSync(folder);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(inUse(folder, lockHolder(file))));
    server.listen(`\0embedded-mongodb-${dev}-${ino}`, resolve);
  });
  server.unref();
  writeFileSync(file, String(process.pid));
  return () =>
    new Promise((resolve) => {
      rmSync(file, { force: true });
      server.close(() => resolve());
    });
}

function lockByFile(folder: string, file: string): () => Promise<void> {
  const pid = lockHolder(file);
  if (pid !== undefined && isAlive(pid)) throw inUse(folder, pid);
  rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    throw inUse(folder, lockHolder(file));
  }
  return () => Promise.resolve(rmSync(file, { force: true }));
}
