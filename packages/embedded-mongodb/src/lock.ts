import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
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
 * LMDB itself allows several processes. On Linux the lock is two sockets, which the kernel releases when the process
 * ends: one in the abstract namespace, which a container has for itself, and one in the folder, which every container
 * sees that has the folder. Elsewhere it is a file with the process id.
 */
async function tryLock(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'process.pid');
  if (platform() !== 'linux') return lockByFile(folder, file);
  const { dev, ino } = statSync(folder);
  const own = await listenAt(`\0embedded-mongodb-${dev}-${ino}`);
  if (!own) throw inUse(folder, lockHolder(file));
  // By its descriptor: the name of a socket has room for 107 bytes.
  const descriptor = openSync(folder, 'r');
  const unlock = async (...servers: (Server | null)[]) => {
    for (const server of servers) if (server) await new Promise((resolve) => server.close(resolve));
    closeSync(descriptor);
  };
  const name = `/proc/self/fd/${descriptor}/process.sock`;
  if (await answers(name)) {
    await unlock(own);
    throw new FolderInUseError(`the data folder ${folder} is in use by a process of another container`);
  }
  rmSync(name, { force: true });
  // A file system without sockets has the first one alone.
  const shared = await listenAt(name);
  writeFileSync(file, String(process.pid));
  return () => {
    rmSync(file, { force: true });
    return unlock(shared, own);
  };
}

/** null if the name cannot be had. */
async function listenAt(name: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(name, () => resolve(true));
  });
  server.unref();
  return isListening ? server : null;
}

/** Whether a process listens there: a killed one leaves its name. */
function answers(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => resolve(true));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ENOENT' && code !== 'ECONNREFUSED'));
    socket.on('connect', () => socket.destroy());
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
