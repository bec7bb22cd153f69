import type { Worker } from 'node:cluster';

/**
 * Workaround for Node 20 (nodejs/node#3551, nodejs/node-v0.x-archive#7006). Round robin hands a worker one connection at a time
 * and forgets it when the worker dies before it has accepted it, so that its client would wait for ever. Here the primary closes
 * it. There is no public way to learn of a connection that is handed on; the test fails when Node closes it itself.
 */
export function closeOrphanedConnection(worker: Worker): void {
  const { process: child } = worker;
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean;
  let handed: TcpHandle | undefined;
  child.send = (...parts: unknown[]) => {
    const [, connection] = parts;
    if (isTcpHandle(connection)) {
      handed = connection;
      // Node goes on handing it connections until it has read the end of what it said.
      if (worker.isDead()) {
        handed.close();
        return false;
      }
    }
    return send(...parts);
  };
  // What it does not accept is another one's: before Node reads this, and hands it on.
  child.prependListener('internalMessage', ({ accepted }: { accepted?: boolean }) => {
    if (accepted !== undefined) handed = undefined;
  });
  // It has ended, and all that it said has been read.
  child.once('close', () => handed?.close());
}

/** Of Node's own, beneath a socket. To close it again does nothing. */
interface TcpHandle {
  readonly close: () => void;
}

const isTcpHandle = (part: unknown): part is TcpHandle => typeof part === 'object' && part !== null && 'close' in part;
