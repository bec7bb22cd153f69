import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * A command that the driver writes to a socket which has broken, and is not yet known to be closed, waits for that socket to be
 * emptied: for ever, and its connection with it (mongodb 7.9.0; no time-out counts this wait). Woken when the connection is
 * closed, it meets the connection's error, and all goes on as after any other break.
 */
export function endBrokenWrites(): void {
  const { prototype } = Connection;
  const { cleanup } = prototype;
  if (typeof cleanup !== 'function') throw new Error('This version of mongodb closes its connections elsewhere.');
  prototype.cleanup = function (error) {
    cleanup.call(this, error);
    this.socket.emit('drain');
  };
}
