// @ts-expect-error -- a part of the driver that it does not offer; see below
import { Connection } from 'mongodb/lib/cmap/connection.js';

interface DriverConnection {
  socket: { emit: (event: 'drain') => boolean };
  cleanup: (error: Error) => void;
}

/**
 * Workaround for mongodb 7.9.0. A command written to a socket that has broken, but is not yet known to be closed, waits
 * for its drain event forever, and blocks its connection or monitor; no timeout covers this wait (NODE-6370 is about
 * the same one). When the connection is closed, this wakes the wait, which then fails with the connection's error. The
 * test fails once the driver does so itself.
 */
export function failBrokenWrites(): void {
  const { prototype } = Connection as { readonly prototype: DriverConnection };
  const { cleanup } = prototype;
  if (typeof cleanup !== 'function') throw new Error('This version of mongodb closes its connections elsewhere.');
  prototype.cleanup = function (error) {
    cleanup.call(this, error);
    this.socket.emit('drain');
  };
}
