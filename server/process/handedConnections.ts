import type { Worker } from 'node:cluster';

/**
 * Closes the connection that a process was handed and had not taken when it died. Node's round robin hands it one at a time
 * and forgets it then, so whoever asked there would wait for an answer for ever.
 */
export function closeWhatItLeaves(worker: Worker): void {
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
