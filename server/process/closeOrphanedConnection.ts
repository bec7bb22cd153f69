import type { Worker } from 'node:cluster';

/**
 * Workaround for Node 20 (nodejs/node#3551, nodejs/node-v0.x-archive#7006). With round-robin scheduling, a connection
 * handed to a worker that dies before accepting it is never closed, and its client waits forever. The primary closes it
 * here, through internals, since Node has no public hook. The test fails once Node closes it itself.
 */
export function closeOrphanedConnection(worker: Worker): void {
  const { process: child } = worker;
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean;
  let handed: TcpHandle | undefined;
  child.send = (...parts: unknown[]) => {
    const [, connection] = parts;
    if (isTcpHandle(connection)) {
      handed = connection;
      // Node keeps assigning connections to a worker until its IPC channel is closed.
      if (worker.isDead()) {
        handed.close();
        return false;
      }
    }
    return send(...parts);
  };
  // Node hands a rejected connection to another worker; this runs before Node handles the reply.
  child.prependListener('internalMessage', ({ accepted }: { accepted?: boolean }) => {
    if (accepted !== undefined) handed = undefined;
  });
  // The worker has exited, and all its messages have been read.
  child.once('close', () => handed?.close());
}

/** Node's internal handle of a socket. Closing it twice has no effect. */
interface TcpHandle {
  readonly close: () => void;
}

const isTcpHandle = (part: unknown): part is TcpHandle => typeof part === 'object' && part !== null && 'close' in part;
