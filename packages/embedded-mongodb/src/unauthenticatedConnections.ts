import type { Socket } from 'node:net';

const maxConnections = 200;
const sweepMs = 1000;
/** The limit until the first complete message, in sweeps. */
const greetingSweeps = 10;
/**
 * The limit between two messages: a driver's monitoring connection never authenticates and polls every 10 s by default.
 */
const silenceSweeps = 10 * 60;

/**
 * Measured in sweeps instead of time, because a long command may keep the process from reading messages that have
 * arrived.
 */
interface Known {
  silentSweeps: number;
  hasGreeted: boolean;
}

/** Limits the number and the idle time of unauthenticated connections. */
export class UnauthenticatedConnections {
  /** In order of the last message, the oldest first. */
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

  /** Records a message of an unauthenticated or logged-out connection. */
  heard(socket: Socket): void {
    if (socket.destroyed) return;
    this.sockets.delete(socket);
    this.sockets.set(socket, { silentSweeps: 0, hasGreeted: true });
  }

  /** Stops tracking a closed or authenticated connection. */
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
