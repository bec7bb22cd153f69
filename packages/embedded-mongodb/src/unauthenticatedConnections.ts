import type { Socket } from 'node:net';

const maxConnections = 200;
const sweepMs = 1000;
/** Until the first whole message. */
const greetingSweeps = 10;
/** Between two: a driver's monitor never authenticates and asks again every 10 s unless told otherwise. */
const silenceSweeps = 10 * 60;

/** In sweeps, not by the clock: nobody is silent while a long command keeps the process from reading what they have sent. */
interface Known {
  silentSweeps: number;
  hasGreeted: boolean;
}

/** Whoever has not authenticated can hold only so many connections, each for so long without a word. */
export class UnauthenticatedConnections {
  /** The one that has been silent for the longest time comes first. */
  private readonly sockets = new Map<Socket, Known>();
  private readonly timer = setInterval(() => this.closeSilent(), sweepMs).unref();

  constructor(private readonly most = maxConnections) {}

  get count(): number {
    return this.sockets.size;
  }

  open(socket: Socket): void {
    socket.once('close', () => this.release(socket));
    this.sockets.set(socket, { silentSweeps: 0, hasGreeted: false });
    const [silent] = this.sockets.keys();
    if (this.sockets.size > this.most) silent?.destroy();
  }

  /** After a message of a connection that still has not authenticated, or no longer has. */
  heard(socket: Socket): void {
    if (socket.destroyed) return;
    this.sockets.delete(socket);
    this.sockets.set(socket, { silentSweeps: 0, hasGreeted: true });
  }

  /** It is gone, or its owner is known. */
  release(socket: Socket): void {
    this.sockets.delete(socket);
  }

  closeSilent(): void {
    for (const [socket, known] of this.sockets) {
      known.silentSweeps += 1;
      if (known.silentSweeps > (known.hasGreeted ? silenceSweeps : greetingSweeps)) socket.destroy();
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
