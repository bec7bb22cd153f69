import type { Socket } from 'node:net';

const maxConnections = 200;
const sweepMs = 1000;
/** The limit until the first complete message, in sweeps. */
const firstMessageSweeps = 10;
/**
 * The limit between two messages: a driver's monitoring connection never authenticates and polls every 10 s by default.
 */
const idleSweeps = 10 * 60;

/**
 * Measured in sweeps instead of time, because a long command may keep the process from reading messages that have
 * arrived.
 */
interface ConnectionActivity {
  sweepsSinceMessage: number;
  hasSentMessage: boolean;
}

/** Limits the number and the idle time of unauthenticated connections. */
export class UnauthenticatedConnections {
  /** In order of the last message, the oldest first. */
  private readonly sockets = new Map<Socket, ConnectionActivity>();
  private readonly timer = setInterval(() => this.closeIdle(), sweepMs).unref();

  constructor(private readonly maxCount = maxConnections) {}

  get count(): number {
    return this.sockets.size;
  }

  open(socket: Socket): void {
    socket.once('close', () => this.release(socket));
    this.sockets.set(socket, { sweepsSinceMessage: 0, hasSentMessage: false });
    const [oldest] = this.sockets.keys();
    if (this.sockets.size > this.maxCount) oldest?.destroy();
  }

  /** Records a message of an unauthenticated or logged-out connection. */
  recordMessage(socket: Socket): void {
    if (socket.destroyed) return;
    this.sockets.delete(socket);
    this.sockets.set(socket, { sweepsSinceMessage: 0, hasSentMessage: true });
  }

  /** Stops tracking a closed or authenticated connection. */
  release(socket: Socket): void {
    this.sockets.delete(socket);
  }

  closeIdle(): void {
    for (const [socket, activity] of this.sockets) {
      activity.sweepsSinceMessage += 1;
      if (activity.sweepsSinceMessage > (activity.hasSentMessage ? idleSweeps : firstMessageSweeps)) socket.destroy();
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
