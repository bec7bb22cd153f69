/** A part of the driver that it does not offer; see endBrokenWrites. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export const Connection: {
    readonly prototype: { socket: Socket; cleanup: (error: Error) => void };
  };
}
