import type { Socket } from 'node:net';
import { dispatch, type ConnectionInfo } from './dispatch';
import type { Engine } from './engine';
import type { UnauthenticatedConnections } from './unauthenticatedConnections';
import { formatReply, maxMessageBytes, MessageReader, parseRequest } from './wire';

/** The message size limit before authentication: MongoDB's own, and far more than a handshake needs. */
export const maxUnauthenticatedBytes = 16 * 1024;
/** The limit of unanswered messages before authentication; drivers wait for each reply. */
const maxUnauthenticatedPending = 16;

export interface ConnectionParts {
  readonly engine: Engine;
  readonly socket: Socket;
  readonly info: ConnectionInfo;
  readonly running: Set<Promise<void>>;
  readonly unauthenticated: UnauthenticatedConnections;
}

/** Answers the messages of one connection in order. */
export class Connection {
  private readonly reader = new MessageReader();
  private queue: Promise<void> = Promise.resolve();
  private pending = 0;

  constructor(private readonly parts: ConnectionParts) {
    const { socket, unauthenticated } = parts;
    unauthenticated.open(socket);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
  }

  private get isAuthenticated(): boolean {
    return this.parts.info.authentication.isAuthenticated;
  }

  private receive(chunk: Buffer): void {
    const { engine, socket, running } = this.parts;
    let messages: Buffer[];
    try {
      messages = this.reader.push(chunk, this.isAuthenticated ? maxMessageBytes : maxUnauthenticatedBytes);
    } catch {
      socket.destroy();
      return;
    }
    this.pending += messages.length;
    if (this.pending > maxUnauthenticatedPending && !this.isAuthenticated) {
      socket.destroy();
      return;
    }
    for (const message of messages) {
      engine.counters.received(message.length);
      const answered = this.queue.then(() => this.answer(message)).catch(() => socket.destroy()) as Promise<void>;
      this.queue = answered;
      running.add(answered);
      void answered.then(() => {
        this.pending -= 1;
        running.delete(answered);
      });
    }
  }

  private async answer(message: Buffer): Promise<void> {
    const { engine, info } = this.parts;
    const wasAuthenticated = this.isAuthenticated;
    const request = parseRequest(message);
    const body = await dispatch(engine, request, info);
    if (!request.silent) this.send(formatReply(request, [body]));
    if (!wasAuthenticated || !this.isAuthenticated) this.trackAuthentication();
  }

  /** Updates the tracking of unauthenticated connections, also after a logout. */
  private trackAuthentication(): void {
    const { socket, info, unauthenticated } = this.parts;
    if (this.isAuthenticated) unauthenticated.release(socket);
    else unauthenticated.recordMessage(socket);
    const isUnread = !this.isAuthenticated && socket.writableLength > maxUnauthenticatedBytes;
    if (isUnread) socket.destroy();
    else if (info.authentication.isExhausted) socket.end();
  }

  private send(reply: Buffer): void {
    const { engine, socket } = this.parts;
    if (socket.destroyed) return;
    engine.counters.sent(reply.length);
    socket.write(reply);
  }
}
