import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { decode, encode, type Doc } from '@kiosk/embedded-mongodb/values';
import { formatReply, MessageReader, parseRequest, type WireRequest } from '@kiosk/embedded-mongodb/wire';

export interface AlteringProxy {
  readonly uri: string;
  /** Alters every later reply; null: the connection is cut although the command was executed. */
  alter: (command: Doc, reply: Doc) => Doc | null;
  /** Alters what the server says of itself and of its replica set, in every later handshake and heartbeat. */
  alterHello: (reply: Doc) => Doc;
  /** Simulates an unreachable database: cuts connections and refuses new ones. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const opReply = 1;
const opMsg = 2013;
const legacyHeaderBytes = 36;

/**
 * A proxy in front of a real server that alters its replies, to simulate a server that supports less or does less than
 * it claims.
 */
export async function startAlteringProxy(upstream: string): Promise<AlteringProxy> {
  const { hostname, port, username, password } = new URL(upstream);
  const who = username === '' ? '' : `${username}:${password}@`;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const real = connect(Number(port), hostname);
    const asked: WireRequest[] = [];
    const [requests, replies] = [new MessageReader(), new MessageReader()];
    for (const [one, other] of [
      [client, real],
      [real, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    client.on('data', (chunk) => {
      for (const message of requests.push(chunk)) {
        const request = parseRequest(message);
        if (!request.silent) asked.push(request);
        real.write(message);
      }
    });
    real.on('data', (chunk) => {
      for (const message of replies.push(chunk)) {
        const request = asked.shift();
        const opcode = message.readInt32LE(12);
        const isHandshake = opcode === opReply && request?.legacy === true;
        if (!request || (opcode !== opMsg && !isHandshake)) {
          client.write(message);
          continue;
        }
        const told = isHandshake ? decode(message.subarray(legacyHeaderBytes)) : parseRequest(message).command;
        const greeting = isHandshake || 'hello' in request.command ? proxy.alterHello(told) : told;
        const reply = isHandshake ? greeting : proxy.alter(request.command, greeting);
        if (reply === null) client.destroy();
        else client.write(formatReply(request, [encode(reply)]));
      }
    });
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const interrupt = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const proxy: AlteringProxy = {
    // A direct connection, because the reply to hello names the real server.
    uri: `mongodb://${who}127.0.0.1:${own}/?directConnection=true&authSource=admin`,
    alter: (_, reply) => reply,
    alterHello: (reply) => reply,
    interrupt,
    resume: () => listen(own),
    stop: interrupt,
  };
  return proxy;
}
