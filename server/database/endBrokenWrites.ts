// @ts-expect-error -- a part of the driver that it does not offer; see below
import { Connection } from 'mongodb/lib/cmap/connection.js';

interface DriverConnection {
  socket: { emit: (event: 'drain') => boolean };
  cleanup: (error: Error) => void;
}

/**
 * Workaround for mongodb 7.9.0. A command that the driver writes to a socket which has broken, and is not yet known to be
 * closed, waits for that socket to be emptied: for ever, and its connection or its monitor with it, for no time-out counts this
 * wait (NODE-6370 is about the same wait). Woken when the connection is closed, it meets the connection's error, and all goes on
 * as after any other break. The test fails when the driver does so itself.
 */
export function endBrokenWrites(): void {
  const { prototype } = Connection as { readonly prototype: DriverConnection };
  const { cleanup } = prototype;
  if (typeof cleanup !== 'function') throw new Error('This version of mongodb closes its connections elsewhere.');
  prototype.cleanup = function (error) {
    cleanup.call(this, error);
    this.socket.emit('drain');
  };
}
