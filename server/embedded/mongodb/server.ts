import { createServer, type Server, type Socket } from 'node:net';
import { mkdirSync } from 'node:fs';
import { dispatch, type ConnectionInfo } from './dispatch';
import { Engine } from './engine';
import { FailPoints } from './failPoints';
import { REPLICA_SET } from './handshake';
import { lockFolder } from './lock';
import { startReaper } from './reaper';
import { commandOf, questionOf } from './question';
import { explainDamage } from './store';
import { formatReply, MessageReader, parseRequest } from './wire';

export interface EmbeddedMongo {
  uri: string;
  port: number;
  close(): Promise<void>;
}

/** Answers the messages of one connection in their order. */
class Connection {
  private readonly reader = new MessageReader();
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: Engine,
    private readonly socket: Socket,
    private readonly info: ConnectionInfo,
    private readonly running: Set<Promise<void>>,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
  }

  private receive(chunk: Buffer): void {
    let messages: Buffer[];
    try {
      messages = this.reader.push(chunk);
    } catch {
      this.socket.destroy();
      return;
    }
    for (const message of messages) {
      this.engine.counters.received(message.length);
      const answered = this.queue.then(() => this.answer(message)).catch(() => this.socket.destroy()) as Promise<void>;
      this.queue = answered;
      this.running.add(answered);
      void answered.then(() => this.running.delete(answered));
    }
  }

  private async answer(message: Buffer): Promise<void> {
    const question = this.engine.failPoints?.isSet ? undefined : questionOf(message);
    const kept = question === undefined ? undefined : this.engine.answers.find(question);
    if (kept) {
      this.engine.counters.command(commandOf(message));
      return this.send(formatReply({ requestId: message.readInt32LE(4), legacy: false }, [kept]));
    }
    const request = parseRequest(message);
    request.question = question;
    const body = await dispatch(this.engine, request, this.info);
    if (!request.silent) this.send(formatReply(request, [body]));
  }

  private send(reply: Buffer): void {
    if (this.socket.destroyed) return;
    this.engine.counters.sent(reply.length);
    this.socket.write(reply);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

interface Options {
  dataDir: string;
  port?: number;
  /** Whether clients may make commands fail. */
  testCommands?: boolean;
}

/** Opens a data folder and serves it on the loopback interface. Port 0 takes a free one. */
export async function openEmbeddedMongo(options: Options): Promise<EmbeddedMongo> {
  mkdirSync(options.dataDir, { recursive: true });
  const unlock = await lockFolder(options.dataDir);
  let engine: Engine | undefined;
  try {
    engine = new Engine(options.dataDir, options.testCommands ? new FailPoints() : undefined);
    return await serve(engine, options.port ?? 0, unlock);
  } catch (error) {
    await engine?.close();
    await unlock();
    throw explainDamage(error, options.dataDir);
  }
}

async function serve(engine: Engine, wanted: number, unlock: () => Promise<void>): Promise<EmbeddedMongo> {
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  let lastConnection = 0;
  let address = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    const disconnected = engine.counters.connected();
    socket.once('close', () => {
      sockets.delete(socket);
      disconnected();
    });
    new Connection(engine, socket, { address, id: ++lastConnection }, running);
  });
  const port = await listen(server, wanted);
  address = `127.0.0.1:${port}`;
  engine.address = address;
  const stopReaper = startReaper(engine);
  const close = async (): Promise<void> => {
    stopReaper();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all(running);
    for (const socket of sockets) socket.end();
    setTimeout(() => sockets.forEach((socket) => socket.destroy()), 200).unref();
    await closed;
    await engine.close();
    await unlock();
  };
  return { uri: `mongodb://${address}/?replicaSet=${REPLICA_SET}`, port, close };
}
